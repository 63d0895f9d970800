import { createFailingNotice, createOffNotice, type AnnouncedEndpoint } from './endpoint-notices';

const at = new Date('2026-03-02T14:15:00Z');
const endpoint: AnnouncedEndpoint = {
  id: 7,
  companyId: 3,
  sandboxOf: null,
  version: 4,
  managedBy: 'dashboard',
  keyId: null,
  name: 'ERP',
  url: 'https://erp.example:8443/hooks/fsm?token=hush#part',
  events: ['job.created'],
  headerNames: [],
  conditions: [],
  isOn: true,
  formerSecretUntil: null,
  failingSince: at,
  failedInARow: 1,
  createdAt: at,
  updatedAt: at,
};

it('names the endpoint without what its query may keep to itself', () => {
  expect(createFailingNotice(endpoint, 'dlv_1', at)).toEqual({
    type: 'webhook.endpoint_failing',
    companyId: 3,
    recordId: 7,
    version: 4,
    occurredAt: at,
    actor: 'scheduled',
    data: {
      url: 'https://erp.example:8443/hooks/fsm',
      managed_by: 'dashboard',
      reason: null,
      delivery_id: 'dlv_1',
      failing_since: at.toISOString(),
    },
  });
});

it('says why an endpoint was switched off', () => {
  expect(createOffNotice(endpoint, 'deliveries_failed', at)).toMatchObject({
    type: 'webhook.endpoint_off',
    data: { url: 'https://erp.example:8443/hooks/fsm', reason: 'deliveries_failed' },
  });
});

it('says whose people are told of an endpoint for test data', () => {
  const { companyId, data } = createFailingNotice({ ...endpoint, sandboxOf: 2 }, 'dlv_1', at);

  expect([companyId, data['sandbox_of']]).toEqual([3, 2]);
});
