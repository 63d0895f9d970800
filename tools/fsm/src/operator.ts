import type { Command } from 'commander';
import { adminClient, AdminRefusal, type AdminClient } from './admin/admin-client';
import { connectionOf, type ConnectionOptions } from './admin/connection';
import { linePrinter, printer, type Format, type Print } from './output';
import { Refusal } from './refusal';

/** The surroundings of the command line: environment variables, outputs, folders. */
export interface CommandEnvironment {
  readonly env: NodeJS.ProcessEnv;
  readonly write: (text: string) => void;
  readonly writeError: (line: string) => void;
  /** Everything on standard input. */
  readonly read: () => Promise<string>;
  /** Where files that are named in a command lie. */
  readonly cwd: string;
  /** How many characters a line may have; undefined when it is no terminal that is written to. */
  readonly columns: number | undefined;
  /** The repository. */
  readonly root: string;
  readonly version: string;
  /** From the call on, a signal to end resolves it instead of ending the process. */
  readonly untilInterrupted: () => Promise<void>;
  /** Folder of the built processes. */
  readonly dist: string;
}

export interface GlobalOptions extends ConnectionOptions {
  readonly output: Format;
}

export interface Operator {
  readonly client: AdminClient;
  readonly print: Print;
  /** Prints one of many: in JSON, a document on a line of its own. */
  readonly printLine: Print;
}

/**
 * An action that talks to the admin listener; `subject` says in a refusal what it was about, by the
 * command's first argument.
 */
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
