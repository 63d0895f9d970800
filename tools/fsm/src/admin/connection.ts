import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../command-error';

export interface ConnectionOptions {
  readonly admin?: string;
  readonly token?: string;
  readonly data: string;
}

export interface AdminConnection {
  readonly url: string;
  readonly token: string;
}

/** Written by a running `npm start`. */
export interface AdminRunFile {
  readonly admin: string;
  readonly admin_token: string;
  readonly services: Readonly<
    Record<string, { readonly database_url?: string; readonly direct_database_url?: string }>
  >;
  readonly nats?: { readonly url: string };
}

/** Options win over the environment, which wins over the system running on the data folder. */
export function findConnection(
  { admin, token, data }: ConnectionOptions,
  env: NodeJS.ProcessEnv,
): AdminConnection {
  const url = admin ?? env['FSM_ADMIN_URL'];
  const secret = token ?? env['FSM_ADMIN_TOKEN'];
  if (url) {
    // The local system's token must not be sent to another address.
    if (!secret) throw new CommandError('--token (or FSM_ADMIN_TOKEN) is missing.');
    return { url: requireUrl(url), token: secret };
  }
  const run = readRunFile(data);
  if (!run) {
    throw new CommandError(
      `${runFileIn(data)} does not exist: run npm start, or pass --admin and --token.`,
    );
  }
  return { url: run.admin, token: secret ?? run.admin_token };
}

/** Undefined if nothing runs on the data folder. */
export function readRunFile(data: string): AdminRunFile | undefined {
  const file = runFileIn(data);
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as AdminRunFile;
  } catch {
    throw new CommandError(`${file} is not valid JSON.`);
  }
}

const runFileIn = (data: string): string => join(data, 'run.json');

function requireUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new CommandError('--admin (or FSM_ADMIN_URL) must be an http or https address.');
  }
  return url.origin;
}
