import type { ServiceName } from './contexts';
import { EVENTS, type EventType, type Publisher } from './events';

export const STREAM = 'FSM';

/** Headers included; a test in `services/jobs` has the largest event. */
export const MAX_EVENT_BYTES = 512 * 1024;

const EVENT_HEADERS_BYTES = 1024;

/** Without the message's headers. */
export const MAX_ENVELOPE_BYTES = MAX_EVENT_BYTES - EVENT_HEADERS_BYTES;

export type Participant = Publisher | ServiceName;

export const toSubject = (context: Publisher, type: EventType): string => `fsm.${context}.${type}`;

/** Undefined where no context publishes. */
export function findPublisher(subject: string): Publisher | undefined {
  const [, context = ''] = /^fsm\.(\w+)\./.exec(subject) ?? [];
  return Object.hasOwn(EVENTS, context) ? (context as Publisher) : undefined;
}

export const listSubjects = (process: Participant): string[] =>
  process in EVENTS ? [`fsm.${process}.>`] : [];

export const toWakeSubject = (context: Participant): string => `nudge.${context}`;

export const toNotificationSubject = (process: Participant): string => `hint.${process}`;

export const NOTIFIED_KINDS = {
  jobs: ['invoice'],
  customers: ['service_request'],
  webhooks: ['delivery', 'pulled_event'],
  dashboard: ['notification'],
} as const satisfies Partial<Record<Participant, readonly string[]>>;

export type NotifyingProcess = keyof typeof NOTIFIED_KINDS;

/** May be lost. */
export interface ChangeNotification {
  readonly companyId: number;
  readonly kind: (typeof NOTIFIED_KINDS)[NotifyingProcess][number];
}

const isNotifying = (process: Participant): process is NotifyingProcess =>
  process in NOTIFIED_KINDS;

export interface SubscribedSubject {
  readonly publisher: Participant;
  readonly subject: string;
}

export const listNotificationSubjects = (process: Participant): string[] =>
  isNotifying(process) ? [toNotificationSubject(process)] : [];

const DASHBOARD_SUBSCRIPTIONS: readonly SubscribedSubject[] = [
  ...(Object.keys(EVENTS) as Publisher[]).flatMap((publisher) =>
    listSubjects(publisher).map((subject) => ({ publisher, subject })),
  ),
  ...(Object.keys(NOTIFIED_KINDS) as NotifyingProcess[]).map((publisher) => ({
    publisher,
    subject: toNotificationSubject(publisher),
  })),
];

const SUBSCRIPTIONS: Readonly<Partial<Record<Participant, readonly SubscribedSubject[]>>> = {
  dashboard: DASHBOARD_SUBSCRIPTIONS,
  // Reads that wait for an event hear of those that other replicas write.
  webhooks: [{ publisher: 'webhooks', subject: toNotificationSubject('webhooks') }],
};

/** Subscriptions without a consumer: every replica receives all messages. */
export const listSubscriptions = (process: Participant): readonly SubscribedSubject[] =>
  SUBSCRIPTIONS[process] ?? [];

export const toInboxPrefix = (process: string): string => `_INBOX.${process}`;

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
    'late-jobs': 'fsm.jobs.late_job.found',
    'service-requests': 'fsm.customers.service_request.created',
    'low-stock': 'fsm.inventory.stock.low',
    'expiring-keys': 'fsm.gateway.key.expiring',
    'gateway-operator': 'fsm.gateway.operator.acted',
    'jobs-operator': 'fsm.jobs.operator.acted',
    'customers-operator': 'fsm.customers.operator.acted',
  },
};

export interface StreamConsumer {
  readonly durable: string;
  readonly filter: string;
}

export function getConsumer(process: Participant, name: string): StreamConsumer {
  const filter = CONSUMED[process]?.[name];
  if (!filter) throw new Error(`${process} has no consumer by the name of ${name}.`);
  return { durable: `${process}-${name}`, filter };
}

export const listConsumers = (process: Participant): StreamConsumer[] =>
  Object.keys(CONSUMED[process] ?? {}).map((name) => getConsumer(process, name));
