import { CUSTOMERS } from '@svc/contracts';
import { createExpectDocumented } from '@svc/testing-services';
import { customersDocumentation } from '../src/http/documentation';

export const expectDocumented = createExpectDocumented(CUSTOMERS, customersDocumentation);
