import Joi, { type CustomValidator } from 'joi';

const SECRET_LENGTH = 16;
const KEY_BYTES = 32;

const SECRETS = `one or two comma-separated values of at least ${SECRET_LENGTH} characters`;
const KEYS = `one or two comma-separated values of ${KEY_BYTES} bytes in base64`;

const oneOrTwo =
  <Value>(
    read: (part: string) => Value,
    { isFine, rule }: { readonly isFine: (value: Value) => boolean; readonly rule: string },
  ): CustomValidator =>
  (text: string, helpers) => {
    const values = text.split(',').map((part) => read(part.trim()));
    return values.length <= 2 && values.every(isFine)
      ? values
      : helpers.message({ custom: `{{#label}} must be ${rule}` });
  };

/** INTERNAL_SECRET: one value, or two while it is rotated; the first signs. */
export const internalSecrets = Joi.string().custom(
  oneOrTwo((part) => part, { isFine: ({ length }) => length >= SECRET_LENGTH, rule: SECRETS }),
);

/** ENCRYPTION_KEY: one key, or two while it is rotated; the first encrypts. */
export const encryptionKeys = Joi.string().custom(
  oneOrTwo((part) => Buffer.from(part, 'base64'), {
    isFine: ({ length }) => length === KEY_BYTES,
    rule: KEYS,
  }),
);
