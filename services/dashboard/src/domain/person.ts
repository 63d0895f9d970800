import type { Role } from '../../contract/rights';

export interface Person {
  readonly userId: number;
  readonly companyId: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly sessionId: number;
  /** The client's IP address as the gateway saw it. */
  readonly address: string;
}

export interface Browser {
  readonly address: string;
  /** Untrusted text. */
  readonly userAgent: string;
}
