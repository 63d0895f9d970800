import { INVENTORY } from '@svc/contracts';
import { describeHistory } from '@svc/testing-services';
import { inventoryDocumentation } from '../src/http/documentation';
import { testService } from './service';

let made = 0;

describeHistory({
  contract: INVENTORY,
  documentation: inventoryDocumentation,
  start: testService,
  operation: 'listItemHistory',
  table: 'record_changes',
  field: 'part_name',
  first: 'Title 0',

  async given(service, companyId) {
    const { body } = await service.api
      .as({ companyId })
      .post<{ item_id: number }>('/api/v1/inventory', {
        part_number: `PART-${(made += 1)}`,
        part_name: 'Title 0',
      });
    return { id: body.item_id };
  },
  change: (api, { id }, part_name) => api.patch(`/api/v1/inventory?id=${id}`, { part_name }),
});
