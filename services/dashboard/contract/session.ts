import type { Feature, Plan } from '@svc/contracts/contexts';
import type { ClockAnswer } from './clock';
import type { Role } from './rights';

/** `GET session`: who is signed in, and for which company. */
export interface SessionAnswer {
  readonly user: {
    readonly user_id: number;
    readonly name: string;
    readonly email: string;
    readonly role: Role;
    /** Whether signing in takes a code of an authenticator app. */
    readonly two_step: boolean;
  };
  readonly company: {
    readonly company_id: number;
    readonly slug: string;
    readonly name: string;
    /** IANA name; the times of all answers are in this zone. */
    readonly timezone: string;
    readonly clock: ClockAnswer;
    /** ISO 3166 alpha-2. */
    readonly country: string;
    readonly plan: Plan;
    readonly features: readonly Feature[];
  };
  /** Notifications that the person has not read. */
  readonly unread: number;
}

/** The body of `POST session`. */
export interface SignInBody {
  readonly email: string;
  readonly password: string;
  /** Of the authenticator app, or a recovery code; where two-step verification is on. */
  readonly code?: string;
}

/** `POST session`: `code_needed` asks for the same again with a code, and there is no session yet. */
export interface SignInAnswer {
  readonly status: 'signed_in' | 'code_needed';
}
