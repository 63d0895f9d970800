import { setTimeout as pause } from 'node:timers/promises';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { AdminClient } from '../admin/admin-client';
import {
  createModeOption,
  getRecordsPath,
  nameCompany,
  type CompanyOptions,
} from '../admin/records-path';
import { runAsOperator, type CommandEnvironment, type Operator } from '../operator';
import { table } from '../output';
import { parseRecordId } from './arguments';

interface LogsOptions extends CompanyOptions {
  readonly follow?: boolean;
  readonly requestId?: string;
  readonly operation?: string;
  readonly status?: string;
  readonly error?: string;
  readonly key?: number;
  readonly method?: string;
  readonly address?: string;
  readonly limit: number;
}

interface LoggedRequest {
  readonly id: number;
  readonly request_id: string;
  /** Position in a bulk, from 0. */
  readonly operation: number | null;
  readonly time: string;
  readonly key_id: number;
  readonly key_name: string;
  readonly method: string;
  readonly address: string;
  readonly status: number;
  readonly error: string | null;
  readonly body: string | null;
}

const MAX_LIMIT = 100;
const USUAL_LIMIT = 25;
const LOOK_EVERY_MS = 1_000;

function limit(text: string): number {
  const number = parseRecordId(text);
  if (number > MAX_LIMIT) throw new InvalidArgumentError(`It must be ${MAX_LIMIT} or less.`);
  return number;
}

export const addLogsCommand = (program: Command, environment: CommandEnvironment): void => {
  program
    .command('logs')
    .description(
      'show requests of the last 7 days that were rejected, failed or partly ignored, newest first',
    )
    .requiredOption('--company <slug>', 'whose requests')
    .addOption(createModeOption())
    .addOption(
      new Option('--request-id <id>', 'one request with its body').conflicts([
        ...['follow', 'status', 'error', 'key', 'method', 'address'],
      ]),
    )
    .option('--operation <place>', 'with --request-id of a bulk: its operation, from 0')
    .option('--follow', 'wait for new requests until Ctrl-C')
    .option('--status <status>', 'a status such as 404, 2xx to 5xx, or failed')
    .option('--error <code>', 'error code of the response')
    .option('--key <id>', 'with one API key', parseRecordId)
    .option('--method <method>', 'GET, POST, PUT, PATCH or DELETE')
    .option('--address <text>', 'part of the address')
    .option('--limit <number>', `number of requests, at most ${MAX_LIMIT}`, limit, USUAL_LIMIT)
    .action(
      runAsOperator(
        environment,
        nameCompany,
        async ({ client, print, printLine }, options: LogsOptions) => {
          const records = getRecordsPath(options.company, options.mode);
          if (options.requestId !== undefined) {
            const query = new URLSearchParams({ request_id: options.requestId });
            if (options.operation !== undefined) query.set('operation', options.operation);
            print(await client.call<LoggedRequest>('GET', `${records}/request?${query}`));
            return;
          }
          const read = reading(client, `${records}/requests`, options);
          if (options.follow) {
            await follow({ read, printLine }, options.limit, environment);
            return;
          }
          const newest = await read({ per_page: options.limit });
          print(newest, table(newest.map(rowOf), environment.columns));
        },
      ),
    );
};

type Read = (part: Readonly<Record<string, number>>) => Promise<readonly LoggedRequest[]>;

function reading(client: AdminClient, path: string, options: LogsOptions): Read {
  const { status, error, key, method, address } = options;
  const filters = Object.entries({ status, error, key_id: key, method, address });
  return (part) => {
    const query = new URLSearchParams();
    for (const [name, value] of [...filters, ...Object.entries(part)]) {
      if (value !== undefined) query.set(name, String(value));
    }
    return client.call<readonly LoggedRequest[]>('GET', `${path}?${query}`);
  };
}

interface FollowedLog extends Pick<Operator, 'printLine'> {
  readonly read: Read;
}

async function follow(
  { read, printLine }: FollowedLog,
  newest: number,
  { untilInterrupted }: CommandEnvironment,
): Promise<void> {
  let isEnding = false;
  const interrupted = untilInterrupted().then(() => {
    isEnding = true;
  });
  let next = (await read({ per_page: newest })).toReversed();
  let after = 0;
  while (!isEnding) {
    for (const request of next) printLine(request, Object.values(rowOf(request)).join('  '));
    after = next.at(-1)?.id ?? after;
    if (next.length < MAX_LIMIT) await Promise.race([pause(LOOK_EVERY_MS), interrupted]);
    if (!isEnding) next = [...(await read({ after, per_page: MAX_LIMIT }))];
  }
}

const rowOf = ({ operation, ...request }: LoggedRequest) => ({
  time: request.time,
  status: request.status,
  method: request.method,
  address: request.address,
  error: request.error ?? '-',
  key: request.key_name,
  request_id:
    operation === null ? request.request_id : `${request.request_id} operations[${operation}]`,
});
