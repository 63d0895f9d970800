import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import type { AdmittedLog, Ages } from './admitted-log';
import { CHANGE_TERMS, GIVE, JOIN, LOOK, Verdict } from './scripts';
import type { LimitStore } from './store';

/** What all gateways of a database agree on, as PostgreSQL has it. */
export interface Agreed {
  /** Grows each time the gateways begin or cease to count in the store. */
  readonly generation: number;
  readonly isTogether: boolean;
  /** How many gateways there were when the generation began. */
  readonly gateways: number;
  /** How many there are now, this one included. */
  readonly live: number;
  /** Whether all others that are live see the store. */
  readonly othersSeeStore: boolean;
  /** How many live gateways have not acted on this generation yet. */
  readonly unheard: number;
  /** The same of all that may still trust what they remember. */
  readonly unheardInLease: number;
}

export interface SignOfLife {
  readonly gateway: string;
  /** The generation that it acts on. */
  readonly generation: number;
  readonly seesStore: boolean;
  /** What it had admitted when it began to keep to its share; what was told before stays when absent. */
  readonly admitted?: Ages;
}

/** The agreement's place in PostgreSQL. */
export interface AgreementTable {
  /** Tells that a gateway lives and how it acts, and answers what all agree on. */
  beat(sign: SignOfLife): Promise<Agreed>;
  /** Ends counting in the store, if the generation is still this one. */
  part(generation: number): Promise<void>;
  /** Begins counting in the store, if the generation is still this one. */
  meet(generation: number): Promise<void>;
  /** What the other gateways had admitted when this generation began. */
  admittedByOthers(
    gateway: string,
    generation: number,
  ): Promise<readonly { readonly agoMs: number; readonly ages: Ages }[]>;
  leave(gateway: string): Promise<void>;
}

/** All gateways count in the store. */
export interface Together {
  readonly isTogether: true;
  readonly generation: number;
  /** What the store calls the present terms of keys and companies. */
  readonly terms: number;
  readonly gateways: number;
  readonly sinceMs: number;
}

/** Each gateway counts by itself, and keeps to its share. */
export interface Apart {
  readonly isTogether: false;
  generation: number;
  gateways: number;
  /** Resolves when the others' counts are known, as far as they can be. */
  readonly settled: Promise<void>;
}

export type Acting = Together | Apart;

/**
 * Where the gateways count: all in the store, or each by itself.
 *
 * Either all do or none does: as soon as one gateway cannot reach the store, none counts there any
 * more. A gateway that still saw it would admit up to the whole limit beside the other's share, and
 * would not hear of a change of which the other cannot tell the store.
 */
export interface Agreement {
  acting(): Acting;
  /** Whether what is remembered of keys is true: every change of them would have been heard of. */
  mayRemember(): boolean;
  /** The store has newer terms: what is remembered of keys is forgotten. */
  termsChanged(terms: number): void;
  /**
   * Tells every gateway that a key or company has changed; resolves when none admits on older terms.
   *
   * @throws when a gateway could not be told.
   */
  tellChange(): Promise<void>;
  /** This gateway cannot count in the store any more: nobody does, until all can. */
  part(together: Together): void;
  /** Looks at the agreement now: another gateway has changed it. */
  wake(): void;
  /** How many gateways divide the limits. */
  gateways(): number;
  close(): Promise<void>;
}

export interface AgreementSettings {
  readonly table: AgreementTable;
  readonly store: LimitStore;
  readonly admitted: AdmittedLog;
  /** Called whenever what is remembered of keys may be untrue. */
  readonly forget: () => void;
  /** Wakes the other gateways. */
  readonly nudge: () => void;
  readonly log: Logger;
}

const BEAT_MS = 500;
const BEAT_APART_MS = 200;
/** How long requests wait, at most, for what a gateway that hangs has admitted; the others tell in milliseconds. */
const HEAR_WITHIN_MS = 1_000;
const HEAR_EVERY_MS = 5;
/** Shorter than PostgreSQL counts a gateway among those that remember. */
const LEASE_MS = 9_000;
const TELL_WITHIN_MS = 12_000;
/** How long not all members of a generation may be there before it is given up. */
const COMPLETE_WITHIN_MS = 2_000;
/** How long a start waits for the store before it goes on without. */
const CONNECT_WITHIN_MS = 2_000;
/** Windows given in one script, so that it keeps nobody waiting for long. */
const GIVEN_AT_ONCE = 50;

/** Why a store is given up that answers. */
const FORGOTTEN = 'it does not know this generation';

export const AGREEMENT_KEY = '{fsm}:agreement';
/** All keys lie in one slot: a script reads several, and one node serves all of them. */
export const windowKey = (generation: number, name: string): string =>
  `{fsm}:window:${generation}:${name}`;

export async function agreement(settings: AgreementSettings): Promise<Agreement> {
  const { table, store, admitted, forget, nudge, log } = settings;
  const gateway = randomUUID();
  let acting: Acting = {
    isTogether: false,
    generation: 0,
    gateways: 1,
    settled: Promise.resolve(),
  };
  let heardAtMs = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | undefined;
  let isWoken = false;

  async function beat(sign: Omit<SignOfLife, 'gateway'>): Promise<Agreed> {
    const startedMs = performance.now();
    const agreed = await table.beat({ gateway, ...sign });
    heardAtMs = startedMs;
    return agreed;
  }

  /** Synchronous, so that no answer of the store counts after it. */
  function goApart(settle: (apart: Apart) => Promise<void>): void {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const apart: Apart = {
      isTogether: false,
      generation: acting.generation,
      gateways: acting.gateways,
      settled: begun.then(() => settle(apart)),
    };
    // Who waits for it hears of its failure; the next beat tries again.
    apart.settled.catch((error: unknown) =>
      log.warn({ err: error }, 'what the other gateways admitted is not known'),
    );
    acting = apart;
    store.giveUp();
    admitted.part();
    begin();
  }

  function part(
    { generation }: { readonly generation: number },
    why = 'another gateway did',
  ): void {
    if (!acting.isTogether || acting.generation !== generation) return;
    log.warn(`the shared store of the limits is given up (${why}); each gateway counts its share`);
    goApart(async (apart) => {
      await table.part(generation);
      nudge();
      await hear(apart);
    });
  }

  /** Tells what this gateway has admitted, and waits a moment for what the others have. */
  async function hear(apart: Apart): Promise<void> {
    const deadlineMs = performance.now() + HEAR_WITHIN_MS;
    const told = admitted.ages();
    let agreed = await beat({ generation: apart.generation, seesStore: false });
    while (agreed.isTogether && acting === apart) {
      await followTogether(apart, agreed);
      if (acting === apart) agreed = await beat({ generation: apart.generation, seesStore: false });
    }
    if (acting !== apart) return;
    const isNew = agreed.generation > apart.generation;
    apart.generation = agreed.generation;
    const sign = { generation: apart.generation, seesStore: false };
    agreed = await beat(isNew ? { ...sign, admitted: told } : sign);
    while (agreed.unheard > 0 && performance.now() < deadlineMs) {
      await pause(HEAR_EVERY_MS);
      agreed = await beat(sign);
    }
    apart.gateways = Math.max(agreed.gateways, agreed.live);
    admitted.heard(await table.admittedByOthers(gateway, apart.generation));
  }

  /** Gives the store what this gateway has admitted and counts there from then on, in this order. */
  function join(agreed: Agreed, mayBegin: boolean): void {
    const { generation, gateways } = agreed;
    const windows = Object.entries(admitted.ages());
    const asked = [];
    for (let from = 0; from < windows.length; from += GIVEN_AT_ONCE) {
      const some = windows.slice(from, from + GIVEN_AT_ONCE);
      const keys = some.map(([name]) => windowKey(generation, name));
      asked.push(
        store.run(
          GIVE,
          keys,
          some.map(([, ages]) => JSON.stringify(ages)),
        ),
      );
    }
    const values = [generation, gateway, mayBegin ? 1 : 0];
    const joined = store.run(JOIN, [AGREEMENT_KEY], values).then(([verdict]) => {
      if (verdict !== Verdict.admitted) part({ generation }, FORGOTTEN);
    });
    forget();
    acting = { isTogether: true, generation, terms: 1, gateways, sinceMs: performance.now() };
    log.info('the limits are counted in the shared store');
    // Whatever was lost on the way has parted the gateways again already.
    for (const each of [...asked, joined]) each.catch(() => undefined);
  }

  async function look(): Promise<void> {
    const before = acting;
    if (before.isTogether) await lookTogether(before);
    else await lookApart(before);
  }
  async function lookTogether({ generation }: Together): Promise<void> {
    // Not waited for: a store that does not answer keeps nobody from hearing of the others.
    store.run(LOOK, [AGREEMENT_KEY], [generation]).then(
      ([verdict]) => verdict === Verdict.elsewhere && part({ generation }, FORGOTTEN),
      () => undefined,
    );
    const agreed = await beat({ generation, seesStore: true });
    if (agreed.generation > generation) part({ generation });
  }
  async function lookApart(before: Apart): Promise<void> {
    await before.settled.catch(() => hear(before));
    if (acting !== before) return;
    const seesStore = await store.isThere();
    const agreed = await beat({ generation: before.generation, seesStore });
    if (acting !== before) return;
    if (agreed.isTogether) {
      await followTogether(before, agreed);
      return;
    }
    if (agreed.generation > before.generation || agreed.unheard > 0) await hear(before);
    before.gateways = Math.max(agreed.gateways, agreed.live);
    if (!seesStore || !agreed.othersSeeStore || agreed.unheard > 0) return;
    await table.meet(agreed.generation);
    nudge();
    isWoken = true;
  }
  /** The others count in the store: so does this gateway, or nobody. */
  async function followTogether(before: Apart, agreed: Agreed): Promise<void> {
    if (await store.isThere()) {
      if (acting === before) join(agreed, before.generation === agreed.generation - 1);
      return;
    }
    await table.part(agreed.generation);
    nudge();
    isWoken = true;
  }

  /** One look at a time; another is taken after it where somebody has asked meanwhile. */
  function wake(): void {
    if (isClosed) return;
    clearTimeout(timer);
    if (beating) {
      isWoken = true;
      return;
    }
    beating = look()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the gateways cannot agree; it is tried again'),
      )
      .finally(() => {
        beating = undefined;
        if (isClosed) return;
        if (isWoken) {
          isWoken = false;
          wake();
          return;
        }
        timer = setTimeout(wake, acting.isTogether ? BEAT_MS : BEAT_APART_MS);
        timer.unref();
      });
  }

  store.onLost(({ message }) => part(acting, message));
  const connectedBy = performance.now() + CONNECT_WITHIN_MS;
  while (!(await store.isThere()) && performance.now() < connectedBy)
    await pause(BEAT_APART_MS / 10);
  await look();
  wake();

  return {
    acting: () => acting,
    mayRemember: () => acting.isTogether && performance.now() - heardAtMs < LEASE_MS,
    termsChanged(terms) {
      if (!acting.isTogether || acting.terms >= terms) return;
      acting = { ...acting, terms };
      forget();
    },
    async tellChange() {
      forget();
      const deadlineMs = performance.now() + TELL_WITHIN_MS;
      while (performance.now() < deadlineMs) {
        if (await isTold()) return;
        wake();
        await pause(BEAT_APART_MS / 10);
      }
      throw new DomainError(
        'internal_error',
        'The change is made, but not every gateway could be told of it yet.',
      );
    },
    part: (together) => part(together, FORGOTTEN),
    wake,
    gateways: () => acting.gateways,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await beating;
      await table.leave(gateway);
      store.close();
    },
  };

  async function isTold(): Promise<boolean> {
    const before = acting;
    try {
      if (before.isTogether) {
        const [verdict] = await store.run(CHANGE_TERMS, [AGREEMENT_KEY], [before.generation]);
        if (verdict === Verdict.admitted) return true;
        part(before, FORGOTTEN);
        return false;
      }
      await before.settled;
      const agreed = await beat({ generation: before.generation, seesStore: false });
      return (
        !agreed.isTogether && agreed.generation === before.generation && agreed.unheardInLease === 0
      );
    } catch {
      // Of the store, others are told by its absence; PostgreSQL may be back in time.
      return false;
    }
  }
}

/** Whether a generation has waited too long for its members. */
export const isOverdue = ({ sinceMs }: Together): boolean =>
  performance.now() - sinceMs > COMPLETE_WITHIN_MS;
