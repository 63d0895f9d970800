import { TECHNICIANS } from '@svc/contracts';
import { createExpectDocumented } from '@svc/testing-services';
import { techniciansDocumentation } from '../src/http/documentation';

export const expectDocumented = createExpectDocumented(TECHNICIANS, techniciansDocumentation);
