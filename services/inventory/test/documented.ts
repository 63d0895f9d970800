import { INVENTORY } from '@svc/contracts';
import { expectDocumentedIn } from '@svc/testing-services';
import { inventoryDocumentation } from '../src/http/documentation';

export const expectDocumented = expectDocumentedIn(INVENTORY, inventoryDocumentation);
