import { consumersOf, inboxOf, nudgeSubject, STREAM, subjectsOf } from '@svc/contracts';
import { SCHEMAS, type Schema } from './provision';

/** Everyone who may connect to NATS: an administrator, and each process with its own rights. */
export const NATS_USERS = ['administrator', ...SCHEMAS] as const;
export type NatsUser = (typeof NATS_USERS)[number];

interface Rights {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/**
 * What a process may do: announce its own events, take and settle those that its own consumers have
 * for it, wake its own replicas, and get answers that are meant for it.
 *
 * It makes and changes neither stream nor consumers, because a consumer can be made to hear what it
 * likes and to deliver it where it likes, and reads no message of the stream directly, for the same
 * reason. `prepareStream` does all that with the administrator's user.
 */
export function rightsOf(process: Schema): Rights {
  const durables = consumersOf(process).map(({ durable }) => durable);
  return {
    publish: [
      ...subjectsOf(process),
      nudgeSubject(process),
      `$JS.API.STREAM.INFO.${STREAM}`,
      ...durables.flatMap((durable) => [
        `$JS.API.CONSUMER.INFO.${STREAM}.${durable}`,
        `$JS.API.CONSUMER.MSG.NEXT.${STREAM}.${durable}`,
        `$JS.ACK.${STREAM}.${durable}.>`,
      ]),
    ],
    subscribe: [nudgeSubject(process), `${inboxOf(process)}.>`],
  };
}

export interface Credentials {
  readonly user: string;
  /** As the server's configuration has it: a quoted string, or a variable. */
  readonly password: string;
}

/** The users in the language of the server's configuration, one a line. */
export const usersConfiguration = (credentialsOf: (user: NatsUser) => Credentials): string[] =>
  NATS_USERS.map((name) => {
    const { user, password } = credentialsOf(name);
    const login = `user: ${JSON.stringify(user)}, password: ${password}`;
    if (name === 'administrator') return `{ ${login} }`;
    const { publish, subscribe } = rightsOf(name);
    const permissions = `publish: ${listOf(publish)}, subscribe: ${listOf(subscribe)}`;
    return `{ ${login}, permissions: { ${permissions} } }`;
  });

const listOf = (subjects: readonly string[]): string => `{ allow: ${JSON.stringify(subjects)} }`;

/** Where a user connects. */
export function userUrl(url: string, user: string, password: string): string {
  const own = new URL(url);
  own.username = user;
  own.password = password;
  return own.href;
}
