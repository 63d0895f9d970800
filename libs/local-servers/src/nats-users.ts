import {
  listConsumers,
  listSubscriptions,
  toInboxPrefix,
  MAX_EVENT_BYTES,
  toWakeSubject,
  listNotificationSubjects,
  STREAM,
  listSubjects,
} from '@svc/contracts';
import { SCHEMAS, type DatabaseSchema } from './provision';

export const NATS_USERS = ['administrator', ...SCHEMAS] as const;
export type NatsUser = (typeof NATS_USERS)[number];

const STREAM_ACCOUNT = 'FSM';

interface Rights {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

const NEXT = `$JS.API.CONSUMER.MSG.NEXT.${STREAM}`;

/**
 * A process may publish its own events, and pull and acknowledge its consumers' messages.
 *
 * It may not manage streams or consumers, nor read messages directly: a consumer can deliver anything
 * anywhere. `prepareStream` does that as the administrator.
 */
const listAllowedCalls = (process: DatabaseSchema): string[] => [
  ...listSubjects(process),
  `$JS.API.STREAM.INFO.${STREAM}`,
  ...listConsumers(process).flatMap(({ durable }) => [
    `$JS.API.CONSUMER.INFO.${STREAM}.${durable}`,
    `${NEXT}.${durable}`,
    `$JS.ACK.${STREAM}.${durable}.>`,
  ]),
];

const createRights = (process: DatabaseSchema): Rights => ({
  publish: [
    toWakeSubject(process),
    ...listNotificationSubjects(process),
    ...listAllowedCalls(process),
  ],
  subscribe: [
    toWakeSubject(process),
    `${toInboxPrefix(process)}.>`,
    ...listSubscriptions(process).map(({ subject }) => subject),
  ],
});

/**
 * The server does not export messages that reached an account as a service call, so the stream's own are
 * excluded.
 */
const listForeignSubscriptions = (process: DatabaseSchema) =>
  listSubscriptions(process).filter(({ publisher }) => publisher !== process);

/**
 * Without this import, the server gives an account without JetStream an API of its own that responds
 * to everything with an error, faster than the imported one. No process may call it.
 */
const ACCOUNT_INFO = '$JS.API.INFO';

const toImports = (process: DatabaseSchema): string[] => [
  ACCOUNT_INFO,
  ...listAllowedCalls(process),
];

const CALLERS_BY_SUBJECT: ReadonlyMap<string, readonly DatabaseSchema[]> = new Map(
  SCHEMAS.flatMap(toImports).map((subject) => [
    subject,
    SCHEMAS.filter((process) => toImports(process).includes(subject)),
  ]),
);

const LIMITS = `max_connections: 100, max_subscriptions: 100, max_payload: ${MAX_EVENT_BYTES}`;

/** Pulls last 5 seconds and send a heartbeat, so one without a response this long is over. */
const PULL_FORGOTTEN_AFTER = '30s';

export interface Credentials {
  readonly user: string;
  /** In the configuration's syntax: a quoted string, or a variable. */
  readonly password: string;
}

export interface Accounts {
  getCredentials(user: NatsUser): Credentials;
  toAccountName(user: NatsUser): string;
}

export const toAccountName = (user: NatsUser): string =>
  user === 'administrator' ? STREAM_ACCOUNT : user;

/**
 * Writes the accounts in the server's configuration language.
 *
 * NATS checks where a user publishes but not the reply subject, and JetStream replies with its own rights.
 * Within one account, a process could have the stream deleted by a reply to a harmless request; from its
 * own account, replies stay there.
 */
export function accountsConfiguration({ getCredentials, toAccountName }: Accounts): string[] {
  const home = JSON.stringify(toAccountName('administrator'));
  const formatLogin = (name: NatsUser): string => {
    const { user, password } = getCredentials(name);
    return `user: ${JSON.stringify(user)}, password: ${password}`;
  };
  const formatServiceExport = ([subject, callers]: readonly [
    string,
    readonly DatabaseSchema[],
  ]): string => {
    const accounts = JSON.stringify(callers.map(toAccountName));
    const isPull = subject.startsWith(NEXT);
    const more = isPull ? `, response: stream, threshold: "${PULL_FORGOTTEN_AFTER}"` : '';
    return `{ service: ${JSON.stringify(subject)}, accounts: ${accounts}${more} }`;
  };
  const formatStreamExports = (publisher: DatabaseSchema): string[] =>
    SCHEMAS.flatMap((process) =>
      listForeignSubscriptions(process)
        .filter((subscribed) => subscribed.publisher === publisher)
        .map(({ subject }) => {
          const accounts = JSON.stringify([toAccountName(process)]);
          return `{ stream: ${JSON.stringify(subject)}, accounts: ${accounts} }`;
        }),
    );
  const formatImport = (type: 'service' | 'stream', owner: NatsUser, subject: string): string => {
    const account = JSON.stringify(toAccountName(owner));
    return `{ ${type}: { account: ${account}, subject: ${JSON.stringify(subject)} } }`;
  };
  return [
    `${home} {`,
    '  jetstream: enabled',
    `  users: [{ ${formatLogin('administrator')} }]`,
    ...formatBlock('exports', [...CALLERS_BY_SUBJECT].map(formatServiceExport)),
    '}',
    ...SCHEMAS.flatMap((process) => {
      const { publish, subscribe } = createRights(process);
      const permissions = `publish: ${formatAllowed(publish)}, subscribe: ${formatAllowed(subscribe)}`;
      return [
        `${JSON.stringify(toAccountName(process))} {`,
        `  limits: { ${LIMITS} }`,
        `  users: [{ ${formatLogin(process)}, permissions: { ${permissions} } }]`,
        ...formatBlock('exports', formatStreamExports(process)),
        ...formatBlock('imports', [
          ...toImports(process).map((subject) => formatImport('service', 'administrator', subject)),
          ...listForeignSubscriptions(process).map(({ publisher, subject }) =>
            formatImport('stream', publisher, subject),
          ),
        ]),
        '}',
      ];
    }),
  ];
}

const formatBlock = (name: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`  ${name}: [`, ...lines.map((line) => `    ${line}`), '  ]'];

const formatAllowed = (subjects: readonly string[]): string =>
  `{ allow: ${JSON.stringify(subjects)} }`;

export function userUrl(url: string, user: string, password: string): string {
  const own = new URL(url);
  own.username = user;
  own.password = password;
  return own.href;
}
