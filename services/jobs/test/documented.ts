import { JOBS } from '@svc/contracts';
import { expectDocumentedIn } from '@svc/testing-services';
import { jobsDocumentation } from '../src/http/documentation';

export const expectDocumented = expectDocumentedIn(JOBS, jobsDocumentation);
