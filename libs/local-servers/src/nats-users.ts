import {
  consumersOf,
  subscriptionsOf,
  inboxOf,
  LARGEST_EVENT_BYTES,
  nudgeSubject,
  subjectsPublishedBy,
  STREAM,
  subjectsOf,
} from '@svc/contracts';
import { SCHEMAS, type Schema } from './provision';

/** Everyone who may connect to NATS: an administrator, and each process with its own rights. */
export const NATS_USERS = ['administrator', ...SCHEMAS] as const;
export type NatsUser = (typeof NATS_USERS)[number];

/** The account of the stream, and of its administrator; every process has one of its own. */
const STREAM_ACCOUNT = 'FSM';

interface Rights {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

const NEXT = `$JS.API.CONSUMER.MSG.NEXT.${STREAM}`;

/**
 * What a process asks of the stream's account: to announce its own events, and to take and settle
 * those that its own consumers have for it.
 *
 * It makes and changes neither stream nor consumers, because a consumer can be made to receive what it
 * likes and to deliver it where it likes, and reads no message of the stream directly, for the same
 * reason. `prepareStream` does all that with the administrator's user.
 */
const askedBy = (process: Schema): string[] => [
  ...subjectsOf(process),
  `$JS.API.STREAM.INFO.${STREAM}`,
  ...consumersOf(process).flatMap(({ durable }) => [
    `$JS.API.CONSUMER.INFO.${STREAM}.${durable}`,
    `${NEXT}.${durable}`,
    `$JS.ACK.${STREAM}.${durable}.>`,
  ]),
];

/**
 * What a process may do: ask that, wake its own replicas, publish what is kept nowhere, and get answers
 * that are meant for it and what it subscribes to.
 */
const rightsOf = (process: Schema): Rights => ({
  publish: [nudgeSubject(process), ...subjectsPublishedBy(process), ...askedBy(process)],
  subscribe: [
    nudgeSubject(process),
    `${inboxOf(process)}.>`,
    ...subscriptionsOf(process).map(({ subject }) => subject),
  ],
});

/**
 * What a process subscribes to in another's account. Not of the stream's: the server exports no message that
 * came to an account as a call from another one.
 */
const subscriptionsElsewhere = (process: Schema) =>
  subscriptionsOf(process).filter(({ publisher }) => publisher !== process);

/**
 * To an account without JetStream the server adds an API that answers everything with an error, and
 * faster than the one it imports, unless it imports this subject. No process may ask it.
 */
const ACCOUNT_INFO = '$JS.API.INFO';

const importsOf = (process: Schema): string[] => [ACCOUNT_INFO, ...askedBy(process)];

/** By what is asked of the stream's account, who asks it: tests have hundreds of such accounts. */
const ASKERS: ReadonlyMap<string, readonly Schema[]> = new Map(
  SCHEMAS.flatMap(importsOf).map((subject) => [
    subject,
    SCHEMAS.filter((process) => importsOf(process).includes(subject)),
  ]),
);

/**
 * What a process may have of the server, far more than its replicas ever need: connections of the
 * account, subscriptions of one of them, and bytes of a message.
 */
const LIMITS = `max_connections: 100, max_subscriptions: 100, max_payload: ${LARGEST_EVENT_BYTES}`;

/** A pull that was not answered for so long is over; it lasts 5 seconds, with a sign of life within. */
const PULL_FORGOTTEN_AFTER = '30s';

export interface Credentials {
  readonly user: string;
  /** As the server's configuration has it: a quoted string, or a variable. */
  readonly password: string;
}

export interface Accounts {
  credentialsOf(user: NatsUser): Credentials;
  /** Name of the account that a user belongs to. */
  accountOf(user: NatsUser): string;
}

export const accountOf = (user: NatsUser): string =>
  user === 'administrator' ? STREAM_ACCOUNT : user;

/**
 * The accounts with their users in the language of the server's configuration.
 *
 * NATS asks what a user may publish to, never where the answer goes, and JetStream answers in its own
 * name. In one account a process could so have the stream deleted by an answer to a harmless question;
 * from an account of its own, the answer goes to that account, where no subject belongs to anybody else.
 */
export function accountsConfiguration({ credentialsOf, accountOf }: Accounts): string[] {
  const home = JSON.stringify(accountOf('administrator'));
  const login = (name: NatsUser): string => {
    const { user, password } = credentialsOf(name);
    return `user: ${JSON.stringify(user)}, password: ${password}`;
  };
  const exportOf = ([subject, askers]: readonly [string, readonly Schema[]]): string => {
    const accounts = JSON.stringify(askers.map(accountOf));
    const isPull = subject.startsWith(NEXT);
    const more = isPull ? `, response: stream, threshold: "${PULL_FORGOTTEN_AFTER}"` : '';
    return `{ service: ${JSON.stringify(subject)}, accounts: ${accounts}${more} }`;
  };
  const exportsOf = (publisher: Schema): string[] =>
    SCHEMAS.flatMap((process) =>
      subscriptionsElsewhere(process)
        .filter((subscribed) => subscribed.publisher === publisher)
        .map(({ subject }) => {
          const accounts = JSON.stringify([accountOf(process)]);
          return `{ stream: ${JSON.stringify(subject)}, accounts: ${accounts} }`;
        }),
    );
  const importOf = (type: 'service' | 'stream', owner: NatsUser, subject: string): string => {
    const account = JSON.stringify(accountOf(owner));
    return `{ ${type}: { account: ${account}, subject: ${JSON.stringify(subject)} } }`;
  };
  return [
    `${home} {`,
    '  jetstream: enabled',
    `  users: [{ ${login('administrator')} }]`,
    ...block('exports', [...ASKERS].map(exportOf)),
    '}',
    ...SCHEMAS.flatMap((process) => {
      const { publish, subscribe } = rightsOf(process);
      const permissions = `publish: ${listOf(publish)}, subscribe: ${listOf(subscribe)}`;
      return [
        `${JSON.stringify(accountOf(process))} {`,
        `  limits: { ${LIMITS} }`,
        `  users: [{ ${login(process)}, permissions: { ${permissions} } }]`,
        ...block('exports', exportsOf(process)),
        ...block('imports', [
          ...importsOf(process).map((subject) => importOf('service', 'administrator', subject)),
          ...subscriptionsElsewhere(process).map(({ publisher, subject }) =>
            importOf('stream', publisher, subject),
          ),
        ]),
        '}',
      ];
    }),
  ];
}

const block = (name: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`  ${name}: [`, ...lines.map((line) => `    ${line}`), '  ]'];

const listOf = (subjects: readonly string[]): string => `{ allow: ${JSON.stringify(subjects)} }`;

/** Where a user connects. */
export function userUrl(url: string, user: string, password: string): string {
  const own = new URL(url);
  own.username = user;
  own.password = password;
  return own.href;
}
