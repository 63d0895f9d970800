import { HOOKS } from '@svc/contracts';
import { createExpectDocumented } from '@svc/testing-services';
import { webhooksDocumentation } from '../src/http/documentation';

export const expectDocumented = createExpectDocumented(HOOKS, webhooksDocumentation);
