import { ASSETS } from '@svc/contracts';
import { expectDocumentedIn } from '@svc/testing-services';
import { assetsDocumentation } from '../src/http/documentation';

export const expectDocumented = expectDocumentedIn(ASSETS, assetsDocumentation);
