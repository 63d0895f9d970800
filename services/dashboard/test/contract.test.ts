import { SCOPES, WEBHOOK_EVENTS } from '@svc/contracts';
import { SCOPE_GRANTS } from '../contract/api-keys';
import { EVENT_MEANINGS } from '../contract/webhooks';

it('shows every scope that a key can have, and every event that can be sent', () => {
  expect(Object.keys(SCOPE_GRANTS)).toEqual(SCOPES);
  expect(Object.keys(EVENT_MEANINGS)).toEqual(WEBHOOK_EVENTS);
});
