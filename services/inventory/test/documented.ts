import { INVENTORY } from '@svc/contracts';
import { createExpectDocumented } from '@svc/testing-services';
import { inventoryDocumentation } from '../src/http/documentation';

export const expectDocumented = createExpectDocumented(INVENTORY, inventoryDocumentation);
