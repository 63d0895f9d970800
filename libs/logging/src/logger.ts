import { pino, type DestinationStream } from 'pino';
import { describeError } from './described-error';
import type { LogFields } from './fields';

interface Write {
  (fields: LogFields, message: string): void;
  (message: string): void;
}

export interface Logger {
  readonly fatal: Write;
  readonly error: Write;
  readonly warn: Write;
  readonly info: Write;
  readonly debug: Write;
  isLevelEnabled(level: string): boolean;
  flush(written: () => void): void;
  child(fields: LogFields): Logger;
}

export interface LoggerOptions {
  readonly name: string;
  readonly level: string;
  readonly destination?: DestinationStream;
}

/** Names whose values are redacted in any object. */
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

export const createLogger = ({ name, level, destination }: LoggerOptions): Logger =>
  pino(
    {
      name,
      level,
      base: { name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: withDescribedErrors },
      // pino's own serialiser would process the description.
      serializers: { err: (described: unknown) => described },
      redact: {
        paths: SECRETS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]),
        censor: '[redacted]',
      },
    },
    // Without `minLength`, flush would not report written lines.
    destination ?? pino.destination({ dest: 1, sync: false, minLength: 1 }),
  );
