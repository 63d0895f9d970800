import type { ObjectSchema } from 'joi';

/** The environment is incomplete or wrong; the message is one line that names each variable. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the environment, whose empty variables count as absent. Errors never repeat a value, which may be
 * a secret.
 */
export function readConfig<T extends object>(
  schema: ObjectSchema<T>,
  env: Environment,
): Readonly<T> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.validate(given, {
    abortEarly: false,
    stripUnknown: true,
    errors: { wrap: { label: false } },
  });
  if (result.error) {
    const problems = result.error.details.map(({ message }) => message.replaceAll('\n', ' '));
    throw new ConfigError(`Configuration: ${problems.join('; ')}.`);
  }
  return Object.freeze(result.value);
}
