import { INVENTORY } from '@svc/contracts';
import { describeExternalIds } from '@svc/testing-services';
import { inventoryDocumentation } from '../src/http/documentation';
import { testService } from './service';

let made = 0;
function anotherItem() {
  made += 1;
  return { part_number: `E-${made}`, part_name: 'Filter' };
}

describeExternalIds({
  contract: INVENTORY,
  documentation: inventoryDocumentation,
  start: testService,
  kinds: [
    {
      list: 'listItems',
      create: 'createItem',
      updates: { replaceItem: anotherItem, patchItem: () => ({ part_name: 'Changed' }) },
      upsert: 'upsertItem',
      selector: 'id',
      key: 'id',
      body: anotherItem,
    },
  ],
});
