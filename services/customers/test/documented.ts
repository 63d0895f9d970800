import { CUSTOMERS } from '@svc/contracts';
import { expectDocumentedIn } from '@svc/testing-services';
import { customersDocumentation } from '../src/http/documentation';

export const expectDocumented = expectDocumentedIn(CUSTOMERS, customersDocumentation);
