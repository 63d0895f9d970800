import type { Endpoint } from './endpoint';
import { endpointFailing, endpointOff } from './endpoint-notices';

const at = new Date('2026-03-02T14:15:00Z');
const endpoint: Endpoint = {
  id: 7,
  companyId: 3,
  version: 4,
  managedBy: 'dashboard',
  keyId: null,
  url: 'https://erp.example:8443/hooks/fsm?token=hush#part',
  events: ['job.created'],
  isOn: true,
  failingSince: at,
  failedInARow: 1,
  createdAt: at,
  updatedAt: at,
};

it('names the endpoint without what its query may keep to itself', () => {
  expect(endpointFailing(endpoint, at)).toEqual({
    type: 'webhook.endpoint_failing',
    companyId: 3,
    recordId: 7,
    version: 4,
    occurredAt: at,
    actor: 'scheduled',
    data: { url: 'https://erp.example:8443/hooks/fsm', managed_by: 'dashboard', reason: null },
  });
});

it('says why an endpoint was switched off', () => {
  expect(endpointOff(endpoint, 'deliveries_failed', at)).toMatchObject({
    type: 'webhook.endpoint_off',
    data: { url: 'https://erp.example:8443/hooks/fsm', reason: 'deliveries_failed' },
  });
});
