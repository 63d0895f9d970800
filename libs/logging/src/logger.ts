import { pino, type DestinationStream } from 'pino';
import { describeError } from './described-error';
import type { LogFields } from './fields';

interface Write {
  (fields: LogFields, message: string): void;
  (message: string): void;
}

/** Writes lines; a message is a constant text, and what varies is in the fields. */
export interface Logger {
  readonly fatal: Write;
  readonly error: Write;
  readonly warn: Write;
  readonly info: Write;
  readonly debug: Write;
  isLevelEnabled(level: string): boolean;
  /** Calls back when the lines so far have been written. */
  flush(written: () => void): void;
  /** A logger whose lines all carry these fields. */
  child(fields: LogFields): Logger;
}

export interface LoggerOptions {
  /** Name of the process, on every line. */
  readonly name: string;
  readonly level: string;
  /** Where lines go; standard output when absent. */
  readonly destination?: DestinationStream;
}

/** Header and field names whose values never reach a log, wherever an object carries them. */
const SECRETS = [
  'authorization',
  'x-api-key',
  'x-svc-context',
  'cookie',
  'password',
  'secret',
  'token',
  'key',
];

/** Errors by what is safe to write of them, under whatever name a line carries them. */
const withDescribedErrors = (fields: Record<string, unknown>): Record<string, unknown> => {
  let described: Record<string, unknown> | undefined;
  for (const name in fields) {
    const value = fields[name];
    if (!(value instanceof Error) && name !== 'err') continue;
    described ??= { ...fields };
    described[name] = describeError(value);
  }
  return described ?? fields;
};

/** JSON lines with ISO time, level name and process name. */
export const createLogger = ({ name, level, destination }: LoggerOptions): Logger =>
  pino(
    {
      name,
      level,
      base: { name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: withDescribedErrors },
      // pino's own would get what is described already.
      serializers: { err: (described: unknown) => described },
      redact: {
        paths: SECRETS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]),
        censor: '[redacted]',
      },
    },
    // Without `minLength`, nothing tells when lines have been written.
    destination ?? pino.destination({ dest: 1, sync: false, minLength: 1 }),
  );
