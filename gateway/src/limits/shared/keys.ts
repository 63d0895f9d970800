import type { AllowanceSubject } from '../daily-allowance';

/** One hash tag, so that a cluster keeps all keys on one node: a script reads several. */
const COMMON = '{fsm}';

/** Holds the store's id, which is lost with its data, and the policy version. */
export const STORE_KEY = `${COMMON}:store`;

export const windowKey = (name: string): string => `${COMMON}:window:${name}`;

export const dayKey = ({ companyId, keyId, kind }: AllowanceSubject): string =>
  `${COMMON}:day:${companyId}:${keyId}:${kind}`;
