import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger };

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
  'key',
];

/** JSON lines with ISO time, level name and process name. */
export const createLogger = ({ name, level, destination }: LoggerOptions): Logger =>
  pino(
    {
      name,
      level,
      base: { name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: SECRETS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]),
        censor: '[redacted]',
      },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
