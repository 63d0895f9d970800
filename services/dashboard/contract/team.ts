import type { Role } from './rights';

/** One of `GET team`, the oldest first. */
export interface MemberAnswer {
  readonly user_id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly two_step: boolean;
  /** In the company's time zone; null where that was never, or more than a year ago. */
  readonly last_sign_in: string | null;
}

/** `PATCH team/:id`: ends the person's sessions. */
export interface ChangeRoleBody {
  readonly role: Role;
}

/** `POST team/invitations`: an address that is invited again gets a new link, and the former ends. */
export interface InviteBody {
  readonly email: string;
  readonly role: Role;
}

/** One of `GET team/invitations`: those whose link is still valid, the newest first. */
export interface InvitationAnswer {
  readonly invitation_id: number;
  readonly email: string;
  readonly role: Role;
  readonly invited_at: string;
  readonly valid_until: string;
}

/**
 * `POST invitation/accept`. The link in the mail leads to `/dashboard/accept-invitation#token=TOKEN`; it
 * is good for 7 days and once.
 */
export interface AcceptInvitationBody {
  readonly token: string;
  readonly name: string;
  readonly password: string;
}
