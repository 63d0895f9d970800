import type { Ages } from './admitted-log';

/** What all gateways of a database agree on, as stored in PostgreSQL. */
export interface AgreedState {
  /** Grows each time the gateways begin or stop counting in the store. */
  readonly generation: number;
  readonly isInStore: boolean;
  /** How many gateways there were when the generation began. */
  readonly gateways: number;
  /** How many there are now, this one included. */
  readonly live: number;
  /** Whether all others that are live see the store. */
  readonly othersSeeStore: boolean;
  /** How many live gateways are at an earlier generation yet. */
  readonly behind: number;
  /** The same among all gateways that may still use the keys they remember. */
  readonly behindInLease: number;
}

export interface Heartbeat {
  readonly gateway: string;
  /** The generation that the gateway follows. */
  readonly generation: number;
  readonly seesStore: boolean;
  /** What had been admitted when it began to keep to its share; absent keeps what an earlier heartbeat said. */
  readonly report?: Report;
}

export interface Report {
  /** By the gateway itself. */
  readonly admitted: Ages;
  /** By others, by the id of each, as far as this one knows. */
  readonly known: Readonly<Record<string, Ages>>;
}

/** The report of a gateway, as it was `agoMs` ago. */
export interface EarlierReport extends Report {
  readonly gateway: string;
  readonly agoMs: number;
}

/** The agreement's place in PostgreSQL. */
export interface AgreementTable {
  /** Records that a gateway is alive and which generation it follows; answers what all agree on. */
  sendHeartbeat(heartbeat: Heartbeat): Promise<AgreedState>;
  /** Ends counting in the store, if the generation is still this one. */
  leaveStore(generation: number): Promise<void>;
  /** Begins counting in the store, if the generation is still this one. */
  enterStore(generation: number): Promise<void>;
  /** What all gateways reported that follow a generation, or one after it, of when they last left the store. */
  reports(generation: number): Promise<readonly EarlierReport[]>;
  remove(gateway: string): Promise<void>;
}
