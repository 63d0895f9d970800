import { eventually, type CollectedSpan, type TraceCollector } from '@svc/testing';
import { aJob, givenCompany, givenJob, runFile } from '../test/platform';
import { subscribe, type Receiver } from '../test/receiver';

type Step = Pick<CollectedSpan, 'service' | 'kind'> & {
  readonly name?: string;
  readonly sql?: string;
};

const isStep =
  ({ sql = '', ...step }: Step) =>
  (span: CollectedSpan): boolean =>
    String(span.attributes['db.query.text'] ?? '').includes(sql) &&
    Object.entries(step).every(([key, value]) => span[key as keyof CollectedSpan] === value);

const ATTEMPT = { service: 'webhooks', kind: 'CLIENT', name: 'attempt webhook delivery' } as const;

const WAY = {
  admitted: { service: 'gateway', kind: 'SERVER', name: 'POST' },
  forwarded: { service: 'gateway', kind: 'CLIENT', name: 'POST' },
  performed: { service: 'jobs', kind: 'SERVER', name: 'POST' },
  written: { service: 'jobs', kind: 'CLIENT', sql: 'insert into outbox' },
  published: { service: 'jobs', kind: 'PRODUCER', name: 'publish jobs' },
  consumed: { service: 'webhooks', kind: 'CONSUMER', name: 'consume webhooks-jobs' },
  queued: { service: 'webhooks', kind: 'CLIENT', sql: 'insert into pending_deliveries' },
  attempted: ATTEMPT,
} as const satisfies Record<string, Step>;
type Part = keyof typeof WAY;

function spansAround(
  spans: readonly CollectedSpan[],
  span: CollectedSpan | undefined,
): CollectedSpan[] {
  const parent = spans.find(({ spanId }) => spanId === span?.parentSpanId);
  return parent ? [parent, ...spansAround(spans, parent)] : [];
}

interface Given {
  readonly collector: TraceCollector;
  readonly receiver: Receiver;
}

/** Needs a platform without other load: only an event that is consumed alone continues its trace. */
export const describeTracing = (given: () => Given): void =>
  describe('tracing', () => {
    it('one trace leads from a request through a service, its SQL and its event to the attempt of a webhook', async () => {
      const { collector, receiver } = given();
      const { api, ids, key } = await givenCompany('traced');
      const { id, secret } = await subscribe(
        api,
        receiver.urlOf('/hook?token=hush'),
        'job.created',
      );
      const title = 'The traced cooler is warm';

      await givenJob(api, ids.customer_locations['shop'], title);

      const trace = await eventually(
        () => {
          const attempt = collector.spans.find(isStep(ATTEMPT));
          const spans = collector.spans.filter(({ traceId }) => traceId === attempt?.traceId);
          expect(Object.values(WAY).filter((step) => !spans.some(isStep(step)))).toEqual([]);
          return spans;
        },
        { within: 60_000 },
      );

      const part = (name: Part) => trace.find(isStep(WAY[name]));
      const within = (name: Part): Part[] => {
        const names = Object.keys(WAY) as Part[];
        const around = spansAround(trace, part(name));
        return around.flatMap((span) => names.filter((each) => part(each) === span));
      };
      expect(part('admitted')).toMatchObject({ parentSpanId: undefined });
      expect(within('written')).toEqual(['performed', 'forwarded', 'admitted']);
      expect(within('published')).toEqual(['performed', 'forwarded', 'admitted']);
      expect(within('queued')).toEqual(['consumed', 'performed', 'forwarded', 'admitted']);
      expect(within('attempted')).toEqual(['performed', 'forwarded', 'admitted']);
      expect(part('attempted')).toMatchObject({ hasFailed: false });
      expect(part('attempted')?.attributes).toEqual({
        'fsm.endpoint.id': id,
        'fsm.event.id': receiver.at('/hook?token=hush')[0]?.eventId,
        'fsm.event.type': 'job.created',
        'fsm.attempt.number': 1,
        'http.request.method': 'POST',
        'http.response.status_code': 200,
      });
      for (const hidden of ['hush', secret, key, title]) {
        expect(JSON.stringify(collector.spans)).not.toContain(hidden);
      }
      expect(Object.keys(receiver.at('/hook?token=hush')[0]?.headers ?? {})).not.toContain(
        'traceparent',
      );
    });

    it('what a refused request says, in its body, its path or its query, is in no trace', async () => {
      const { collector } = given();
      const { api, ids, key } = await givenCompany('refused');
      const person = {
        customer_name: 'Untraced Person',
        customer_email: 'untraced@one.example',
        customer_phone: '+12125550103',
        default_sla_hours: 24,
      };
      expect((await api.post('customers', person)).status).toBe(201);
      expect((await api.post('jobs', aJob(ids.customer_locations['shop'], ''))).status).toBe(400);
      const before = collector.spans.length;

      const { status } = await api.post('customers', {
        ...person,
        customer_name: 'Untraced Again',
      });
      const paths = [`api/v1/jobs/${key}`, 'api/v1/customers/untraced@two.example?name=Untraced'];
      for (const path of [...paths, 'dashboard/api/session;password=Untraced']) {
        await fetch(`${runFile().gateway}/${path}`, { headers: { 'x-api-key': key } });
      }

      expect(status).toBe(409);
      // A process sends its spans in order, so the last one proves the others.
      await eventually(() => {
        const latest = collector.spans.slice(before).filter(({ kind }) => kind === 'SERVER');
        expect(latest).toContainEqual(expect.objectContaining({ service: 'customers' }));
        const paths = latest.map(({ attributes }) => attributes['url.path']);
        expect(paths).toContain('/dashboard/api/…');
      });
      const told = JSON.stringify(collector.spans);
      for (const hidden of ['ntraced', 'Again', key]) expect(told).not.toContain(hidden);
      expect(told).toContain('/api/v1/customers');
    });
  });
