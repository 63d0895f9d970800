import type { KeyRights } from '@svc/contracts';
import { createLogger } from '@svc/logging';
import type { OutgoingHttp, PostResult } from '@svc/outgoing-http';
import { Registry } from 'prom-client';
import type { ClaimedDelivery, ClaimedEndpoint } from '../persistence/claim-deliveries';
import { createSecretBox } from '../persistence/secret-box';
import { createDeliver, type DeliverDependencies } from './deliver';
import { createGoneEndpoints } from './gone-endpoints';
import { createDeliveryMetrics } from './metrics';
import { createPaces } from './paces';
import { createClaimedDeliveries } from './claimed-deliveries';

const NOON = new Date('2026-03-02T12:00:00Z');
const box = createSecretBox([Buffer.alloc(32, 1)]);

const ANSWERED: PostResult = {
  hasBegun: true,
  startedAt: NOON,
  durationMs: 20,
  status: 200,
  error: null,
  retryAfterSeconds: null,
  body: 'ok',
};

const RIGHTS: KeyRights = {
  key_id: 5,
  company_id: 1,
  scopes: ['jobs:read', 'webhooks:manage'],
  plan: 'enterprise',
  features: [],
};

/** `n` numbers the endpoints of the company at one host. */
const delivery = (n: number, { companyId = 1, keyId = null }: Given = {}): ClaimedDelivery => ({
  companyId,
  sandboxOf: null,
  deliveryId: `dlv_${n}`,
  day: '2026-03-02',
  endpointId: n,
  isRetry: false,
  attempts: 0,
  loggedAttempts: 0,
  event: {
    id: `evt_${n}`,
    companyId,
    type: 'job.created',
    recordId: n,
    version: 1,
    occurredAt: NOON,
    source: 'ui',
    previous: {},
    object: null,
  },
  zone: 'UTC',
  country: 'US',
  endpoint: {
    url: `https://hooks.example.com/${n}`,
    secret: box.encrypt('whsec_c2VjcmV0', companyId),
    headerNames: [],
    headerValues: null,
    conditions: [],
    formerSecret: null,
    formerSecretUntil: null,
    keyId,
    obstacle: undefined,
  },
});

interface Given extends Partial<Pick<ClaimedEndpoint, 'keyId'>> {
  readonly companyId?: number;
}

interface StandIns extends Partial<
  Pick<DeliverDependencies, 'startReadingRecords' | 'isStopping'>
> {
  readonly post?: OutgoingHttp['post'];
  /** One entry per call of the gateway. */
  readonly rights?: readonly (KeyRights | null | Error)[];
}

function delivering({ post = async () => ANSWERED, rights = [], ...others }: StandIns = {}) {
  const sent: number[] = [];
  const postponed: { readonly ids: readonly string[]; readonly forMs: number }[] = [];
  const recorded: string[] = [];
  const answers = [...rights];
  const claims = createClaimedDeliveries(() => undefined);
  const paces = createPaces(15_000, () => NOON);
  const goneEndpoints = createGoneEndpoints();
  const deliver = createDeliver({
    queue: {
      async postpone(claimed, until) {
        const ids = claimed.map(({ deliveryId }) => deliveryId);
        postponed.push({ ids, forMs: until.getTime() - NOON.getTime() });
      },
      filter: async () => undefined,
      isOn: async () => true,
    },
    rights: {
      async findRights() {
        const next = answers.shift() ?? null;
        if (next instanceof Error) throw next;
        return next;
      },
    },
    stopDeliveries: async () => undefined,
    stopDelivery: async () => undefined,
    onFiltered: () => undefined,
    startReadingRecords: () => async () => ({ object: {}, version: 1 }),
    isStopping: () => false,
    ...others,
    sender: {
      post(url, body, options) {
        sent.push(options.endpointId);
        return post(url, body, options);
      },
      close: () => undefined,
    },
    claims,
    paces,
    goneEndpoints,
    recorder: { add: ({ delivery: ended }) => void recorded.push(ended.deliveryId) },
    metrics: createDeliveryMetrics(new Registry()),
    log: createLogger({ name: 'test', level: 'silent' }),
    box,
    now: () => NOON,
  });
  return {
    sent,
    postponed,
    recorded,
    claims,
    paces,
    goneEndpoints,
    deliver(claimed: readonly ClaimedDelivery[], claimedAtMs = performance.now()) {
      claims.add(claimed);
      return deliver(claimed, claimedAtMs);
    },
  };
}

it('records what was sent, and keeps the delivery until it is recorded', async () => {
  const { deliver, sent, postponed, recorded, claims } = delivering();

  await deliver([delivery(1)]);

  expect({ sent, postponed, recorded }).toEqual({ sent: [1], postponed: [], recorded: ['dlv_1'] });
  expect(claims.count()).toBe(1);
});

it.each<[because: string, forMs: number, given: StandIns, claimed: Given]>([
  [
    'its record cannot be read',
    2_000,
    { startReadingRecords: () => () => Promise.reject(new Error('down')) },
    {},
  ],
  ['the gateway does not answer', 2_000, { rights: [new Error('down')] }, { keyId: 5 }],
  ['its key loses its rights meanwhile', 0, { rights: [RIGHTS, null] }, { keyId: 5 }],
  ['the process stops', 0, { isStopping: () => true }, {}],
])(
  'puts a delivery back unsent, without an attempt, because %s',
  async (_because, forMs, given, claimed) => {
    const { deliver, sent, postponed, recorded, claims } = delivering(given);

    await deliver([delivery(1, claimed)]);

    expect(postponed).toEqual([{ ids: ['dlv_1'], forMs }]);
    expect({ sent, recorded, left: claims.count() }).toEqual({ sent: [], recorded: [], left: 0 });
  },
);

it('sends what the key of its subscription still has the right to', async () => {
  const { deliver, recorded } = delivering({ rights: [RIGHTS, RIGHTS] });

  await deliver([delivery(1, { keyId: 5 })]);

  expect(recorded).toEqual(['dlv_1']);
});

describe('a receiver that answers 410', () => {
  const gone = async (): Promise<PostResult> => ({ ...ANSWERED, status: 410 });

  it('gets nothing more of what was claimed before its stop was recorded', async () => {
    const { deliver, sent, postponed, goneEndpoints } = delivering({ post: gone });
    await deliver([delivery(1)]);
    const whileNotRecordedMs = performance.now();

    await deliver([delivery(1)], whileNotRecordedMs);
    goneEndpoints.markRecorded(1);
    await deliver([delivery(1)], whileNotRecordedMs);
    await deliver([delivery(2)], whileNotRecordedMs);

    expect(sent).toEqual([1, 2]);
    expect(postponed).toEqual(Array(2).fill({ ids: ['dlv_1'], forMs: 5_000 }));
  });

  it('gets no request that was about to begin', async () => {
    const asked: (boolean | undefined)[] = [];
    const { deliver, recorded } = delivering({
      async post(_url, _body, { mayBegin }) {
        if (asked.push(mayBegin?.()) === 1) return gone();
        // It waits for its connection, and asks again right before it writes.
        await settled();
        asked.push(mayBegin?.());
        return { ...ANSWERED, hasBegun: false };
      },
    });

    await deliver([delivery(1), delivery(1)]);

    expect(asked).toEqual([true, true, false]);
    expect(recorded).toEqual(['dlv_1']);
  });

  it('gets what is claimed once it was turned on again', async () => {
    const { deliver, sent, goneEndpoints } = delivering({ post: gone });
    await deliver([delivery(1)]);
    goneEndpoints.markRecorded(1);

    await deliver([delivery(1)]);

    expect(sent).toEqual([1, 1]);
  });
});

it('puts a delivery back, without an attempt or a failure of its endpoint, whose request got no result', async () => {
  const post = async () => ({ ...ANSWERED, hasBegun: false, status: null });
  const { deliver, sent, postponed, recorded, claims, paces } = delivering({ post });
  const before = paces.countFreeSlots(1, 0);

  await deliver([delivery(1)]);

  expect(postponed).toEqual([{ ids: ['dlv_1'], forMs: 5_000 }]);
  expect({ sent, recorded, left: claims.count() }).toEqual({ sent: [1], recorded: [], left: 0 });
  expect(paces.countFreeSlots(1, 0)).toBe(before);
});

it('puts those back together for which their host has no slot, and has one for another company', async () => {
  const ends: ((result: PostResult) => void)[] = [];
  const post = () => new Promise<PostResult>((resolve) => ends.push(resolve));
  const { deliver, sent, postponed, recorded } = delivering({ post });
  const many = Array.from({ length: 66 }, (_, at) => delivery(at + 1));

  const delivered = deliver(many);
  await settled();
  expect(sent).toHaveLength(64);
  expect(postponed).toEqual([{ ids: ['dlv_65', 'dlv_66'], forMs: 500 }]);
  const ofAnother = deliver([delivery(100, { companyId: 2 })]);
  await settled();
  expect(sent.at(-1)).toBe(100);
  for (const end of ends) end(ANSWERED);
  await Promise.all([delivered, ofAnother]);
  expect(recorded).toHaveLength(65);

  const later = deliver([delivery(65)]);
  await settled();
  ends.at(-1)?.(ANSWERED);
  await later;
  expect(recorded.at(-1)).toBe('dlv_65');
});

it('neither records nor puts back what another process may have claimed meanwhile', async () => {
  const outcomes = [ANSWERED, { ...ANSWERED, hasBegun: false }];
  const { deliver, postponed, recorded, claims } = delivering({
    async post() {
      claims.forgetAll();
      return outcomes.shift() ?? ANSWERED;
    },
  });

  await deliver([delivery(1)]);
  await deliver([delivery(2)]);

  expect({ postponed, recorded }).toEqual({ postponed: [], recorded: [] });
});

/** Runs until everything waits for something outside the process. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
