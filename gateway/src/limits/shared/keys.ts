import type { AllowanceSubject } from '../daily-allowance';

/** All keys begin so, and lie in one slot: a script reads several, and one node serves all of them. */
const COMMON = '{fsm}';

/** The id of the store, which it loses with its data, and the version of the policy. */
export const STORE_KEY = `${COMMON}:store`;

export const windowKey = (name: string): string => `${COMMON}:window:${name}`;

/** What is reserved of a day's limit. */
export const dayKey = ({ companyId, keyId, kind }: AllowanceSubject): string =>
  `${COMMON}:day:${companyId}:${keyId}:${kind}`;
