import {
  ERROR_STATUS,
  EVENT_MEANINGS as MEANINGS,
  EVENTS,
  HINTS,
  JOB_STATUSES,
  SCOPES,
} from '@svc/contracts';
import { SCOPE_GRANTS } from '../contract/api-keys';
import { JOB_STATUSES as SHOWN_STATUSES } from '../contract/jobs';
import { CHANGED_KINDS } from '../contract/live';
import { ERROR_CODES } from '../contract/request-log';
import { EVENT_MEANINGS } from '../contract/webhooks';

it('shows every scope that a key can have, every event that can be sent, and every status and error', () => {
  expect(Object.keys(SCOPE_GRANTS)).toEqual(SCOPES);
  expect(EVENT_MEANINGS).toEqual(MEANINGS);
  expect(ERROR_CODES).toEqual(Object.keys(ERROR_STATUS));
  expect(SHOWN_STATUSES).toEqual(JOB_STATUSES);
});

it('tells browsers of every kind of record that changes', () => {
  const announced = Object.values(EVENTS)
    .flat()
    .map((type) => type.split('.')[0]);
  const kinds = new Set([...announced, ...Object.values(HINTS).flat()]);
  expect([...kinds].sort()).toEqual([...CHANGED_KINDS].sort());
});
