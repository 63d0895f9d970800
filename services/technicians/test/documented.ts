import { TECHNICIANS } from '@svc/contracts';
import { expectDocumentedIn } from '@svc/testing-services';
import { techniciansDocumentation } from '../src/http/documentation';

/** Throws when an answer is not one that the API document describes. */
export const expectDocumented = expectDocumentedIn(TECHNICIANS, techniciansDocumentation);
