import type { LimitName } from '@svc/contracts';
import type { AllowanceSubject, Reservation } from '../daily-allowance';
import type { Admission } from './own-admissions';
import { dayKey, STORE_KEY, windowKey } from './keys';
import {
  ADD_ADMISSIONS,
  ADD_BLOCK,
  ADMIT,
  ADMIT_REFUSED,
  OPEN_STORE,
  RAISE_POLICY_VERSION,
  READ_BLOCKS,
} from './lua/scripts';
import type { LimitStore } from './store';

/** A store as a gateway knows it: its id, which it loses with its data, and its version of the policy. */
export interface KnownStore {
  readonly storeId: string;
  /** Changes with each change of a key or company. */
  readonly policyVersion: string;
}

/** A limit of a UTC day, and the company or key that it belongs to. */
export interface Daily {
  readonly name: LimitName;
  readonly limit: number;
  readonly subject: AllowanceSubject;
}

/** A limit of a minute, and the name of its window. */
export interface Minute {
  readonly window: string;
  readonly limit: number;
}

/** What a request counts against. */
export interface Charge extends Minute {
  /** How many requests it counts as. */
  readonly requests: number;
  readonly dailies: readonly Daily[];
  /** Set for a refused request: the other limit of its key, which is only read, as are its limits of a day. */
  readonly other?: Minute;
}

/** Tells a request of a gateway from all others. */
export interface RequestNumber {
  readonly gateway: string;
  /** The first of as many as the request counts as. */
  readonly number: number;
}

export interface MinuteState {
  readonly used: number;
  readonly freeAtMs: number;
}

/** Of a day's limit: what is left of the block in the store, and how much of the day is taken with that block. */
export interface DayState {
  readonly left: number;
  readonly taken: number;
}

export interface Admitted {
  readonly kind: 'admitted';
  /** The time of the store, as all times here. */
  readonly nowMs: number;
  readonly minute: MinuteState;
  /** Of the other limit of a refused request. */
  readonly other: MinuteState | undefined;
  /** In the order of the charge's `dailies`. */
  readonly days: readonly DayState[];
}

/** What the store says to a request. */
export type StoreVerdict =
  | Admitted
  | {
      readonly kind: 'minuteFull';
      readonly nowMs: number;
      readonly remaining: number;
      readonly resetAtMs: number;
    }
  | {
      readonly kind: 'dayFull';
      readonly nowMs: number;
      readonly daily: Daily;
      readonly remaining: number;
    }
  /** A block has to be reserved in PostgreSQL first. */
  | { readonly kind: 'needsBlock'; readonly daily: Daily; readonly day: number }
  /** A key or company has changed: the request has to be judged again. */
  | { readonly kind: 'policyChanged'; readonly policyVersion: string }
  /** The store has lost its data, or is another one. */
  | { readonly kind: 'storeReset' };

type Done = 'done' | 'storeReset';

type LuaReply = readonly [kind: string, ...values: readonly (number | string)[]];

/** Counts a request, or refuses it. @throws StoreLost */
export async function admit(
  store: LimitStore,
  { storeId, policyVersion }: KnownStore,
  { gateway, number }: RequestNumber,
  charge: Charge,
): Promise<StoreVerdict> {
  const { window, limit, other, dailies, requests } = charge;
  const keys = [STORE_KEY, windowKey(window)];
  const values: (string | number)[] = [storeId, policyVersion, gateway, number];
  if (other) {
    keys.push(windowKey(other.window));
    values.push(limit, other.limit);
  } else {
    values.push(requests, limit);
  }
  for (const { subject, limit: perDay } of dailies) {
    keys.push(dayKey(subject));
    values.push(perDay);
  }
  return verdictIn(await store.run<LuaReply>(other ? ADMIT_REFUSED : ADMIT, keys, values), charge);
}

function verdictIn(reply: LuaReply, { dailies, other }: Charge): StoreVerdict {
  const [kind] = reply;
  const at = (place: number): number => Number(reply[place] ?? 0);
  switch (kind) {
    case 'admitted': {
      const days = other ? 6 : 4;
      return {
        kind,
        nowMs: at(1),
        minute: { used: at(2), freeAtMs: at(3) },
        other: other && { used: at(4), freeAtMs: at(5) },
        days: dailies.map((_, n) => ({ left: at(days + 2 * n), taken: at(days + 2 * n + 1) })),
      };
    }
    case 'minute_full':
      return { kind: 'minuteFull', nowMs: at(1), resetAtMs: at(2), remaining: at(3) };
    case 'day_full':
      return { kind: 'dayFull', nowMs: at(1), daily: dailyAt(at(2)), remaining: at(3) };
    case 'needs_block':
      return { kind: 'needsBlock', daily: dailyAt(at(2)), day: at(3) };
    case 'policy_changed':
      return { kind: 'policyChanged', policyVersion: String(reply[1]) };
    case 'store_reset':
      return { kind: 'storeReset' };
    default:
      throw new Error(`The store replied ${kind} to a request.`);
  }

  /** Lua counts from 1. */
  function dailyAt(place: number): Daily {
    const daily = dailies[place - 1];
    if (!daily) throw new Error('The store replied with a limit that it was not asked about.');
    return daily;
  }
}

const doneIn = ([kind]: LuaReply): Done => (kind === 'done' ? 'done' : 'storeReset');

/** Adds a block that was reserved in PostgreSQL to a day's limit. @throws StoreLost */
export async function addBlock(
  store: LimitStore,
  storeId: string,
  { subject, limit }: Daily,
  { day, granted, taken }: Reservation & { readonly day: number },
): Promise<Done> {
  const keys = [STORE_KEY, dayKey(subject)];
  return doneIn(await store.run<LuaReply>(ADD_BLOCK, keys, [storeId, day, granted, taken, limit]));
}

/** What is left of the blocks of these subjects on a day; 0 where the store knows of none. @throws StoreLost */
export async function readBlocks(
  store: LimitStore,
  storeId: string,
  { subjects, day }: { readonly subjects: readonly AllowanceSubject[]; readonly day: number },
): Promise<readonly number[]> {
  const keys = [STORE_KEY, ...subjects.map(dayKey)];
  const reply = await store.run<LuaReply>(READ_BLOCKS, keys, [storeId, day]);
  return subjects.map((_, n) => Number(reply[n + 1] ?? 0));
}

/** The store as it is; one without data gets `newId`. @throws StoreLost */
export async function openStore(store: LimitStore, newId: string): Promise<KnownStore> {
  const [storeId, policyVersion] = await store.run<readonly [string, string]>(
    OPEN_STORE,
    [STORE_KEY],
    [newId],
  );
  return { storeId, policyVersion };
}

/** Adds what a gateway has admitted in the last minute. Doing so again changes nothing. @throws StoreLost */
export async function addAdmissions(
  store: LimitStore,
  storeId: string,
  { gateway, admissions, nowMs }: AdmissionsToAdd,
): Promise<Done> {
  const keys = [STORE_KEY];
  const places = new Map<string, number>();
  const rows = admissions.map(({ window, atMs, number, requests, isAdmitted }) => {
    const place = places.get(window) ?? keys.push(windowKey(window));
    places.set(window, place);
    return [place, Math.max(nowMs - atMs, 0), number, requests, isAdmitted];
  });
  const values = [storeId, gateway, JSON.stringify(rows)];
  return doneIn(await store.run<LuaReply>(ADD_ADMISSIONS, keys, values));
}

interface AdmissionsToAdd {
  readonly gateway: string;
  readonly admissions: readonly Admission[];
  readonly nowMs: number;
}

/** Makes every gateway that counts in the store judge its next request anew. @throws StoreLost */
export const raisePolicyVersion = async (store: LimitStore, storeId: string): Promise<Done> =>
  doneIn(await store.run<LuaReply>(RAISE_POLICY_VERSION, [STORE_KEY], [storeId]));
