import { ASSETS } from '@svc/contracts';
import { createExpectDocumented } from '@svc/testing-services';
import { assetsDocumentation } from '../src/http/documentation';

export const expectDocumented = createExpectDocumented(ASSETS, assetsDocumentation);
