import { INVENTORY } from '@svc/contracts';
import { expectDocumentedIn } from '@svc/testing-services';
import { inventoryDocumentation } from '../src/http/documentation';

/** Throws when an answer is not one that the API document describes. */
export const expectDocumented = expectDocumentedIn(INVENTORY, inventoryDocumentation);
