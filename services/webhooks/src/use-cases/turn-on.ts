import { switchedOn } from '../domain/endpoint';
import type { Dependencies } from './dependencies';
import { stopIfGone, testEndpoint } from './test-endpoint';

/** Switches an endpoint on if it accepts a test event; otherwise it stays as it is. */
export const turnOn = (dependencies: Dependencies) =>
  testEndpoint(dependencies, 'Turned on', async (unit, endpoint, test) => {
    if (test.verdict !== 'succeeded') return stopIfGone(unit, endpoint, test);
    if (!endpoint.isOn) await unit.endpoints.turnOn(switchedOn(endpoint, dependencies.now()));
    return undefined;
  });
