import type { ServiceName } from './contexts';
import { EVENTS, type EventType, type Publisher } from './events';

export const STREAM = 'FSM';

/** Headers included; a test in `services/jobs` has the largest event. */
export const LARGEST_EVENT_BYTES = 512 * 1024;

const EVENT_HEADERS_BYTES = 1024;

/** Without the message's headers. */
export const LARGEST_ENVELOPE_BYTES = LARGEST_EVENT_BYTES - EVENT_HEADERS_BYTES;

export type Participant = Publisher | ServiceName;

export const subjectOf = (context: Publisher, type: EventType): string => `fsm.${context}.${type}`;

/** Undefined where no context publishes. */
export function publisherAt(subject: string): Publisher | undefined {
  const [, context = ''] = /^fsm\.(\w+)\./.exec(subject) ?? [];
  return Object.hasOwn(EVENTS, context) ? (context as Publisher) : undefined;
}

export const subjectsOf = (process: Participant): string[] =>
  process in EVENTS ? [`fsm.${process}.>`] : [];

export const nudgeSubject = (context: Participant): string => `nudge.${context}`;

export const hintSubject = (process: Participant): string => `hint.${process}`;

export const HINTS = {
  jobs: ['invoice'],
  customers: ['service_request'],
  webhooks: ['delivery'],
  dashboard: ['notification'],
} as const satisfies Partial<Record<Participant, readonly string[]>>;

export type HintingProcess = keyof typeof HINTS;

/** May be lost. */
export interface Hint {
  readonly companyId: number;
  readonly kind: (typeof HINTS)[HintingProcess][number];
}

export const isHinting = (process: Participant): process is HintingProcess => process in HINTS;

export interface SubscribedSubject {
  readonly publisher: Participant;
  readonly subject: string;
}

export const subjectsPublishedBy = (process: Participant): string[] =>
  isHinting(process) ? [hintSubject(process)] : [];

const OF_DASHBOARD: readonly SubscribedSubject[] = [
  ...(Object.keys(EVENTS) as Publisher[]).flatMap((publisher) =>
    subjectsOf(publisher).map((subject) => ({ publisher, subject })),
  ),
  ...(Object.keys(HINTS) as HintingProcess[]).map((publisher) => ({
    publisher,
    subject: hintSubject(publisher),
  })),
];

const SUBSCRIPTIONS: Readonly<Partial<Record<Participant, readonly SubscribedSubject[]>>> = {
  dashboard: OF_DASHBOARD,
};

/** Subscriptions without a consumer: every replica receives all messages. */
export const subscriptionsOf = (process: Participant): readonly SubscribedSubject[] =>
  SUBSCRIPTIONS[process] ?? [];

export const inboxOf = (process: string): string => `_INBOX.${process}`;

/**
 * The consumers of each process and their subject filter. No process may consume its own subjects: it could
 * have its messages delivered to any subject, and so publish in another's name.
 */
const CONSUMED: Readonly<Partial<Record<Participant, Readonly<Record<string, string>>>>> = {
  jobs: {
    'customer-names': 'fsm.customers.customer.*',
    'location-names': 'fsm.customers.location.*',
    'technician-names': 'fsm.technicians.technician.*',
    // Includes asset.meter_threshold_reached, which also carries a summary.
    'asset-cards': 'fsm.assets.asset.*',
    'meter-thresholds': 'fsm.assets.asset.meter_threshold_reached',
  },
  assets: {
    'customer-names': 'fsm.customers.customer.*',
    'location-names': 'fsm.customers.location.*',
    'technician-names': 'fsm.technicians.technician.*',
  },
  inventory: { 'job-parts': 'fsm.jobs.job.>' },
  webhooks: {
    'jobs': 'fsm.jobs.>',
    'customers': 'fsm.customers.>',
    'assets': 'fsm.assets.>',
    'inventory': 'fsm.inventory.>',
    'technicians': 'fsm.technicians.>',
    'companies-and-keys': 'fsm.gateway.>',
  },
  dashboard: {
    'webhooks': 'fsm.webhooks.>',
    'gateway-operator': 'fsm.gateway.operator.acted',
    'jobs-operator': 'fsm.jobs.operator.acted',
    'customers-operator': 'fsm.customers.operator.acted',
  },
};

export interface StreamConsumer {
  readonly durable: string;
  readonly filter: string;
}

export const consumersOf = (process: Participant): StreamConsumer[] =>
  Object.entries(CONSUMED[process] ?? {}).map(([name, filter]) => ({
    durable: durableOf(process, name),
    filter,
  }));

export function consumerOf(process: Participant, name: string): StreamConsumer {
  const consumer = consumersOf(process).find(({ durable }) => durable === durableOf(process, name));
  if (!consumer) throw new Error(`${process} has no consumer by the name of ${name}.`);
  return consumer;
}

const durableOf = (process: Participant, name: string): string => `${process}-${name}`;
