import { TECHNICIANS } from '@svc/contracts';
import { expectDocumentedIn } from '@svc/testing-services';
import { techniciansDocumentation } from '../src/http/documentation';

export const expectDocumented = expectDocumentedIn(TECHNICIANS, techniciansDocumentation);
