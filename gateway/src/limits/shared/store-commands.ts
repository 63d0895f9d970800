import type { LimitName } from '@svc/contracts';
import type { AllowanceSubject, BlockReservation } from '../daily-allowance';
import type { Admission } from './local-admissions';
import {
  ADD_ADMISSIONS,
  ADD_BLOCK,
  ADMIT,
  COUNT_REJECTED,
  OPEN_STORE,
  RAISE_POLICY_VERSION,
  READ_BLOCKS,
} from './lua/scripts';
import type { LimitStore } from './store';

/** All keys have it, so that a cluster keeps them on one node: a script reads several. */
const HASH_TAG = '{fsm}';

const STORE_KEY = `${HASH_TAG}:store`;

const toWindowKey = (name: string): string => `${HASH_TAG}:window:${name}`;

export const toDayKey = ({ companyId, keyId, kind }: AllowanceSubject): string =>
  `${HASH_TAG}:day:${companyId}:${keyId}:${kind}`;

export interface KnownStore {
  /** Is lost with the store's data. */
  readonly storeId: string;
  /** Each change of a key or company raises it. */
  readonly policyVersion: string;
}

export interface DailyLimit {
  readonly name: LimitName;
  readonly limit: number;
  readonly subject: AllowanceSubject;
}

export interface MinuteLimit {
  readonly window: string;
  readonly limit: number;
}

export interface LimitCharge extends MinuteLimit {
  readonly requests: number;
  readonly dailies: readonly DailyLimit[];
  /** Set for a rejected request: the key's other limit, which is only read. */
  readonly other?: MinuteLimit;
}

export interface RequestNumber {
  readonly gateway: string;
  readonly firstNumber: number;
}

export interface MinuteState {
  readonly used: number;
  readonly freeAtMs: number;
}

export interface DayState {
  /** The unused part of the block in the store. */
  readonly unused: number;
  /** All requests of the day that PostgreSQL has reserved, that block included. */
  readonly totalReserved: number;
}

export interface AdmittedVerdict {
  readonly kind: 'admitted';
  readonly nowMs: number;
  readonly minute: MinuteState;
  readonly other: MinuteState | undefined;
  readonly days: readonly DayState[];
}

export type StoreVerdict =
  | AdmittedVerdict
  | {
      readonly kind: 'minuteFull';
      readonly nowMs: number;
      readonly remaining: number;
      readonly resetAtMs: number;
    }
  | {
      readonly kind: 'dayFull';
      readonly nowMs: number;
      readonly daily: DailyLimit;
      readonly remaining: number;
    }
  /** A block has to be reserved in PostgreSQL first. */
  | { readonly kind: 'needsBlock'; readonly daily: DailyLimit; readonly day: number }
  | { readonly kind: 'policyChanged'; readonly policyVersion: string }
  /** The store has lost its data, or is another one. */
  | { readonly kind: 'storeReset' };

type DoneOrReset = 'done' | 'storeReset';

type LuaReply = readonly [kind: string, ...values: readonly (number | string)[]];

/** @throws StoreLost */
export async function admit(
  store: LimitStore,
  { storeId, policyVersion }: KnownStore,
  { gateway, firstNumber }: RequestNumber,
  charge: LimitCharge,
): Promise<StoreVerdict> {
  const { window, limit, other, dailies, requests } = charge;
  const keys = [STORE_KEY, toWindowKey(window)];
  const values: (string | number)[] = [storeId, policyVersion, gateway, firstNumber];
  if (other) {
    keys.push(toWindowKey(other.window));
    values.push(limit, other.limit);
  } else {
    values.push(requests, limit);
  }
  for (const { subject, limit: perDay } of dailies) {
    keys.push(toDayKey(subject));
    values.push(perDay);
  }
  return parseVerdict(
    await store.run<LuaReply>(other ? COUNT_REJECTED : ADMIT, keys, values),
    charge,
  );
}

function parseVerdict(reply: LuaReply, { dailies, other }: LimitCharge): StoreVerdict {
  const [kind] = reply;
  const at = (index: number): number => Number(reply[index] ?? 0);
  switch (kind) {
    case 'admitted': {
      const firstDay = other ? 6 : 4;
      return {
        kind,
        nowMs: at(1),
        minute: { used: at(2), freeAtMs: at(3) },
        other: other && { used: at(4), freeAtMs: at(5) },
        days: dailies.map((_, index) => ({
          unused: at(firstDay + 2 * index),
          totalReserved: at(firstDay + 2 * index + 1),
        })),
      };
    }
    case 'minute_full':
      return { kind: 'minuteFull', nowMs: at(1), resetAtMs: at(2), remaining: at(3) };
    case 'day_full':
      return { kind: 'dayFull', nowMs: at(1), daily: findDaily(at(2)), remaining: at(3) };
    case 'needs_block':
      return { kind: 'needsBlock', daily: findDaily(at(2)), day: at(3) };
    case 'policy_changed':
      return { kind: 'policyChanged', policyVersion: String(reply[1]) };
    case 'store_reset':
      return { kind: 'storeReset' };
    default:
      throw new Error(`The store replied ${kind} to a request.`);
  }

  function findDaily(index: number): DailyLimit {
    const daily = dailies[index - 1];
    if (!daily) throw new Error('The store replied with an unknown limit.');
    return daily;
  }
}

const parseDoneOrReset = ([kind]: LuaReply): DoneOrReset =>
  kind === 'done' ? 'done' : 'storeReset';

/** @throws StoreLost */
export async function addBlock(
  store: LimitStore,
  storeId: string,
  { subject, limit }: DailyLimit,
  { day, granted, totalReserved }: BlockReservation & { readonly day: number },
): Promise<DoneOrReset> {
  const keys = [STORE_KEY, toDayKey(subject)];
  return parseDoneOrReset(
    await store.run<LuaReply>(ADD_BLOCK, keys, [storeId, day, granted, totalReserved, limit]),
  );
}

/** Returns 0 for unknown blocks. @throws StoreLost */
export async function readBlocks(
  store: LimitStore,
  storeId: string,
  { subjects, day }: { readonly subjects: readonly AllowanceSubject[]; readonly day: number },
): Promise<readonly number[]> {
  const keys = [STORE_KEY, ...subjects.map(toDayKey)];
  const reply = await store.run<LuaReply>(READ_BLOCKS, keys, [storeId, day]);
  return subjects.map((_, n) => Number(reply[n + 1] ?? 0));
}

/** A store without data gets `newId`. @throws StoreLost */
export async function openStore(store: LimitStore, newId: string): Promise<KnownStore> {
  const [storeId, policyVersion] = await store.run<readonly [string, string]>(
    OPEN_STORE,
    [STORE_KEY],
    [newId],
  );
  return { storeId, policyVersion };
}

/** Repeatable: adding a request twice changes nothing. @throws StoreLost */
export async function addAdmissions(
  store: LimitStore,
  storeId: string,
  {
    gateway,
    admissions,
    nowMs,
  }: { gateway: string; admissions: readonly Admission[]; nowMs: number },
): Promise<DoneOrReset> {
  const keys = [STORE_KEY];
  const indexes = new Map<string, number>();
  const rows = admissions.map(({ window, atMs, firstNumber, requests, isAdmitted }) => {
    const index = indexes.get(window) ?? keys.push(toWindowKey(window));
    indexes.set(window, index);
    return [index, Math.max(nowMs - atMs, 0), firstNumber, requests, isAdmitted];
  });
  const values = [storeId, gateway, JSON.stringify(rows)];
  return parseDoneOrReset(await store.run<LuaReply>(ADD_ADMISSIONS, keys, values));
}

/** Makes every gateway in `store` check its next request again. @throws StoreLost */
export const raisePolicyVersion = async (
  store: LimitStore,
  storeId: string,
): Promise<DoneOrReset> =>
  parseDoneOrReset(await store.run<LuaReply>(RAISE_POLICY_VERSION, [STORE_KEY], [storeId]));
