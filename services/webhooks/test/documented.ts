import { HOOKS } from '@svc/contracts';
import { expectDocumentedIn } from '@svc/testing-services';
import { webhooksDocumentation } from '../src/http/documentation';

export const expectDocumented = expectDocumentedIn(HOOKS, webhooksDocumentation);
