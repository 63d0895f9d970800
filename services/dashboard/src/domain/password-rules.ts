import { invalidField, textKey } from '@svc/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';

const SHORTEST = 12;
const LONGEST = 128;
const MOST_USED = 10_000;

/** Shorter passwords are rejected anyway. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common']
    .slice(0, MOST_USED)
    .map(textKey)
    .filter((password) => password.length >= SHORTEST),
);

export function problemWithPassword(password: string, email: string): string | undefined {
  const given = password.normalize('NFC');
  const { length } = [...given];
  if (length < SHORTEST) return `A password has at least ${SHORTEST} characters.`;
  if (length > LONGEST) return `A password has at most ${LONGEST} characters.`;
  if (textKey(given) === textKey(email)) return 'Your e-mail address is no password.';
  if (COMMON.has(textKey(given))) return 'This password is among the most used ones.';
  return undefined;
}

export function requireGoodPassword(password: string, email: string, field = 'password'): void {
  const problem = problemWithPassword(password, email);
  if (problem) throw invalidField(field, problem);
}
