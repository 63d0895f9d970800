import { invalidField, textKey } from '@svc/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';

const MIN_LENGTH = 12;
const MAX_LENGTH = 128;
const COMMON_PASSWORD_COUNT = 10_000;

/** Shorter passwords are rejected anyway. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common']
    .slice(0, COMMON_PASSWORD_COUNT)
    .map(textKey)
    .filter((password) => password.length >= MIN_LENGTH),
);

export function findPasswordProblem(password: string, email: string): string | undefined {
  const given = password.normalize('NFC');
  const { length } = [...given];
  if (length < MIN_LENGTH) return `Use at least ${MIN_LENGTH} characters.`;
  if (length > MAX_LENGTH) return `Use at most ${MAX_LENGTH} characters.`;
  if (textKey(given) === textKey(email)) return 'Your e-mail address cannot be your password.';
  if (COMMON.has(textKey(given))) return 'This password is too common. Choose another one.';
  return undefined;
}

export function requireGoodPassword(password: string, email: string, field = 'password'): void {
  const problem = findPasswordProblem(password, email);
  if (problem) throw invalidField(field, problem);
}
