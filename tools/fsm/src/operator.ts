import type { Command } from 'commander';
import { AdminRejection, createAdminClient, type AdminClient } from './admin/admin-client';
import { findConnection, type ConnectionOptions } from './admin/connection';
import { createPrinter, type Format, type Print } from './output';
import { CommandError } from './command-error';

export interface CommandEnvironment {
  readonly env: NodeJS.ProcessEnv;
  readonly write: (text: string) => void;
  readonly writeError: (line: string) => void;
  readonly read: () => Promise<string>;
  /** Base folder of file names in a command. */
  readonly cwd: string;
  /** Terminal width; undefined if the output is no terminal. */
  readonly columns: number | undefined;
  readonly root: string;
  readonly version: string;
  /** After the call, SIGINT and SIGTERM resolve it instead of ending the process. */
  readonly untilInterrupted: () => Promise<void>;
  readonly dist: string;
}

export interface GlobalOptions extends ConnectionOptions {
  readonly output: Format;
}

export interface Operator {
  readonly client: AdminClient;
  readonly print: Print;
  readonly printLine: Print;
}

/** Connects to the admin listener; `subject` names what a rejection was about, from the first argument. */
export const runAsOperator = <First, Rest extends unknown[]>(
  { env, write, columns }: CommandEnvironment,
  subject: (first: First) => string,
  work: (operator: Operator, first: First, ...rest: Rest) => Promise<void>,
) =>
  async function (this: Command, first: First, ...rest: Rest): Promise<void> {
    const options = this.optsWithGlobals<GlobalOptions>();
    const client = createAdminClient(findConnection(options, env));
    try {
      const print = createPrinter(options.output, { write, columns });
      const printLine = createPrinter(options.output, { write, columns }, 0);
      await work({ client, print, printLine }, first, ...rest);
    } catch (error) {
      throw error instanceof AdminRejection ? refusalOf(subject(first), error) : error;
    } finally {
      await client.close();
    }
  };

const refusalOf = (subject: string, { status, message, requestId }: AdminRejection): CommandError =>
  new CommandError(
    status >= 500
      ? `${subject}: the service failed or is not running (request ${requestId}).`
      : `${subject}: ${message}`,
  );
