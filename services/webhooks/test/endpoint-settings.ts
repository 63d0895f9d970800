import { cases } from '@svc/testing-services';

const header = { name: 'X-A', value: 'x' };
const condition = { field: 'data.object.job_status', in: ['Completed'] };
const texts = (count: number) => Array.from({ length: count }, (_, n) => `X-${n}`);

const headers = cases.objectArray(
  header,
  {
    name: cases.required(
      cases.cases(
        [],
        [
          ...[5, '', 'X A', 'x'.repeat(101), '{{#label}}', 'X:', 'é'],
          ...['Host', 'connection', 'X-SVC-Mode', 'Webhook-Id'],
        ],
      ),
    ),
    value: cases.required(
      cases.cases([], [5, '', 'a\r\nHost: b', 'é', '••••••••', '•', 'x'.repeat(2_001)]),
    ),
  },
  10,
);

const conditions = cases.objectArray(
  condition,
  {
    field: cases.required(
      cases.cases(
        [],
        [
          ...[5, '', 'job_status', 'data.previous.status', 'data.object', 'data.object.'],
          ...['data.object.a b', 'data.object.a.b.c.d.e.f'],
        ],
      ),
    ),
    in: cases.required(cases.cases([], ['Completed', [], texts(51)])),
  },
  5,
);

/** Own headers and conditions, as bodies of the API and of the dashboard have them. */
export const endpointSettings = {
  headers: cases.more(
    headers,
    [
      [{ name: 'x!#$%&^_`|~-1', value: 'a b' }],
      texts(10).map((name) => ({ name, value: 'x'.repeat(2_000) })),
    ],
    [],
  ),
  conditions: cases.more(
    conditions,
    [
      [{ field: 'data.object.assets.0.asset_id', in: ['5', '6'] }],
      Array.from({ length: 5 }, () => ({ ...condition, in: texts(50) })),
    ],
    [],
  ),
};
