import type { ServiceName } from './contexts';
import { EVENTS, type EventType, type Publisher } from './events';

/** The one stream of all contexts' events. */
export const STREAM = 'FSM';

/**
 * The largest message, its headers included. No event has so much, as requests are smaller; the test with
 * the largest event, of a job with all that it was before, is in `services/jobs`.
 */
export const LARGEST_EVENT_BYTES = 512 * 1024;

const EVENT_HEADERS_BYTES = 1024;

/** The largest text of an event, without the message's headers. */
export const LARGEST_ENVELOPE_BYTES = LARGEST_EVENT_BYTES - EVENT_HEADERS_BYTES;

/** Every process that publishes or consumes events. */
export type Participant = Publisher | ServiceName;

/** Where an event is published: `fsm.<context>.<record>.<event>`. */
export const subjectOf = (context: Publisher, type: EventType): string => `fsm.${context}.${type}`;

/** The context whose event is at a subject; undefined where no context of ours publishes. */
export function publisherAt(subject: string): Publisher | undefined {
  const [, context = ''] = /^fsm\.(\w+)\./.exec(subject) ?? [];
  return Object.hasOwn(EVENTS, context) ? (context as Publisher) : undefined;
}

/** Every subject of what a process announces; none for one that announces nothing. */
export const subjectsOf = (process: Participant): string[] =>
  process in EVENTS ? [`fsm.${process}.>`] : [];

/** Where the replicas of a context wake each other. */
export const nudgeSubject = (context: Participant): string => `nudge.${context}`;

/** Where a process hints at changes that it announces no event of. */
export const hintSubject = (process: Participant): string => `hint.${process}`;

/** What each process hints at: records that change without an event. */
export const HINTS = {
  jobs: ['invoice'],
  customers: ['service_request'],
  webhooks: ['delivery'],
  dashboard: ['notification'],
} as const satisfies Partial<Record<Participant, readonly string[]>>;

export type HintingProcess = keyof typeof HINTS;

/** Some records of this kind have changed. It is kept nowhere, and may be lost. */
export interface Hint {
  readonly companyId: number;
  readonly kind: (typeof HINTS)[HintingProcess][number];
}

export const isHinting = (process: Participant): process is HintingProcess => process in HINTS;

/** What one process publishes and another subscribes to. */
export interface SubscribedSubject {
  readonly publisher: Participant;
  readonly subject: string;
}

/** Where a process publishes what is kept nowhere, beside waking its own replicas. */
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

/**
 * What a process subscribes to beside its consumers: nothing is kept for it, and each of
 * its replicas gets all. The dashboard tells browsers that something has changed.
 */
export const subscriptionsOf = (process: Participant): readonly SubscribedSubject[] =>
  SUBSCRIPTIONS[process] ?? [];

/** The beginning of the subjects at which a process gets answers. */
export const inboxOf = (process: string): string => `_INBOX.${process}`;

/**
 * The consumers of each process: their names, and the one subject that each of them filters. A process
 * that is not here has none.
 *
 * No process consumes its own subjects: it could have its own messages delivered to a subject of its
 * choice, and so publish in another process's name.
 */
const CONSUMED: Readonly<Partial<Record<Participant, Readonly<Record<string, string>>>>> = {
  jobs: {
    'customer-names': 'fsm.customers.customer.*',
    'location-names': 'fsm.customers.location.*',
    'technician-names': 'fsm.technicians.technician.*',
    // Also carries asset.meter_threshold_reached, whose card is as good as any other.
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

/** A durable consumer, shared by the replicas of a process. */
export interface StreamConsumer {
  readonly durable: string;
  readonly filter: string;
}

/** The consumers of a process. */
export const consumersOf = (process: Participant): StreamConsumer[] =>
  Object.entries(CONSUMED[process] ?? {}).map(([name, filter]) => ({
    durable: durableOf(process, name),
    filter,
  }));

/** One consumer of a process; throws for one that is not in the table, which could not consume anything. */
export function consumerOf(process: Participant, name: string): StreamConsumer {
  const consumer = consumersOf(process).find(({ durable }) => durable === durableOf(process, name));
  if (!consumer) throw new Error(`${process} has no consumer by the name of ${name}.`);
  return consumer;
}

const durableOf = (process: Participant, name: string): string => `${process}-${name}`;
