import type { Dependencies } from './dependencies';
import { stopIfGone, testEndpoint } from './test-endpoint';

/** Sends an endpoint a test event, switched on or off. */
export const pingEndpoint = (dependencies: Dependencies) =>
  testEndpoint(dependencies, 'Sent a test to', stopIfGone);
