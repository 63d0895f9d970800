import { JOB_STATUSES, SCOPES, WEBHOOK_EVENTS } from '@svc/contracts';
import { SCOPE_GRANTS } from '../contract/api-keys';
import { JOB_STATUSES as SHOWN_STATUSES } from '../contract/jobs';
import { EVENT_MEANINGS } from '../contract/webhooks';

it('shows every scope that a key can have, every event that can be sent, and every status', () => {
  expect(Object.keys(SCOPE_GRANTS)).toEqual(SCOPES);
  expect(Object.keys(EVENT_MEANINGS)).toEqual(WEBHOOK_EVENTS);
  expect(SHOWN_STATUSES).toEqual(JOB_STATUSES);
});
