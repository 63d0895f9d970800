import { INVENTORY } from '@svc/contracts';
import { describeVersions } from '@svc/testing-services';
import { inventoryDocumentation } from '../src/http/documentation';
import { testService, type TestService } from './service';

const anItem = async (service: TestService) => ({ id: await service.givenItem() });

let made = 0;
const another = (name: string) => {
  made += 1;
  return { part_number: `V-${made}`, part_name: name };
};

describeVersions({
  contract: INVENTORY,
  documentation: inventoryDocumentation,
  start: testService,
  reads: {
    getItem: anItem,
    getInventoryLocation: async (service) => ({ location_id: await service.givenLocation() }),
  },
  changes: {
    replaceItem: { ids: anItem, bodies: () => [another('First'), another('Second')] },
    patchItem: { ids: anItem, bodies: () => [{ part_name: 'First' }, { part_name: 'Second' }] },
  },
});
