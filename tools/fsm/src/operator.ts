import type { Command } from 'commander';
import { adminClient, AdminRefusal, type AdminClient } from './admin/admin-client';
import { connectionOf, type ConnectionOptions } from './admin/connection';
import { linePrinter, printer, type Format, type Print } from './output';
import { Refusal } from './refusal';

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
export const asOperator = <First, Rest extends unknown[]>(
  { env, write, columns }: CommandEnvironment,
  subject: (first: First) => string,
  work: (operator: Operator, first: First, ...rest: Rest) => Promise<void>,
) =>
  async function (this: Command, first: First, ...rest: Rest): Promise<void> {
    const options = this.optsWithGlobals<GlobalOptions>();
    const client = adminClient(connectionOf(options, env));
    try {
      const print = printer(options.output, { write, columns });
      const printLine = linePrinter(options.output, write);
      await work({ client, print, printLine }, first, ...rest);
    } catch (error) {
      throw error instanceof AdminRefusal ? refusalOf(subject(first), error) : error;
    } finally {
      await client.close();
    }
  };

const refusalOf = (subject: string, { status, message, requestId }: AdminRefusal): Refusal =>
  new Refusal(
    status >= 500
      ? `${subject}: the service behind it failed or does not run (request ${requestId}).`
      : `${subject}: ${message}`,
  );
