import type { Role } from '../../contract/rights';

/** A user who is signed in, as seen by one request. */
export interface Person {
  readonly userId: number;
  readonly companyId: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly sessionId: number;
  /** The client's address of this request, as the gateway saw it. */
  readonly address: string;
}

/** The browser that a request comes from. */
export interface Browser {
  readonly address: string;
  /** What it calls itself; anybody may write anything there. */
  readonly userAgent: string;
}
