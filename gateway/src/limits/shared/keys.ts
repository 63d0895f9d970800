import type { AllowanceSubject } from '../daily-allowance';

/** All keys begin so, and lie in one slot: a script reads several, and one node serves all of them. */
const COMMON = '{fsm}';

export const AGREEMENT_KEY = `${COMMON}:agreement`;

export const windowKey = (generation: number, name: string): string =>
  `${WINDOWS}${generation}:${name}`;

/** How the keys of windows begin; the generation follows, a colon, and the window's name. */
export const WINDOWS = `${COMMON}:window:`;

/** How the keys of what was admitted begin; the generation follows, a colon, and the number of the slot. */
export const ADMITTED = `${COMMON}:admitted:`;

/** How the keys of what gateways added for others begin; the generation follows, a colon, and the gateway. */
export const ADDED = `${COMMON}:added:`;

/** What is reserved of a day's limit. */
export const dayKey = ({ companyId, keyId, kind }: AllowanceSubject): string =>
  `${COMMON}:day:${companyId}:${keyId}:${kind}`;
