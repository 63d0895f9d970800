import { JOBS } from '@svc/contracts';
import { createExpectDocumented } from '@svc/testing-services';
import { jobsDocumentation } from '../src/http/documentation';

export const expectDocumented = createExpectDocumented(JOBS, jobsDocumentation);
