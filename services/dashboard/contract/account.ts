/**
 * `POST password/reset`. The link in the mail leads to `/dashboard/reset-password#token=TOKEN`; it is
 * good for an hour and once.
 */
export interface ResetPasswordBody {
  readonly token: string;
  readonly password: string;
}

/** `PATCH me`. */
export interface ChangeMeBody {
  readonly name: string;
}

/** `PUT me/password`: 12 to 128 characters. */
export interface ChangePasswordBody {
  readonly current_password: string;
  readonly new_password: string;
}

/** `POST me/two-step`: for the app; nothing is asked for until its first code was right. */
export interface TwoStepSecretAnswer {
  /** In base32, for whoever types it. */
  readonly secret: string;
  /** For the QR code. */
  readonly otpauth_url: string;
}

/** `PUT me/two-step`: turns it on. */
export interface TwoStepCodeBody {
  /** Six digits. */
  readonly code: string;
}

/** Shown this once. */
export interface RecoveryCodesAnswer {
  readonly recovery_codes: readonly string[];
}

/** `DELETE me/two-step`: turns it off. */
export interface EndTwoStepBody {
  readonly password: string;
}

/** One of `GET me/sessions`, the last used first. */
export interface OwnSessionAnswer {
  readonly session_id: number;
  /** What people call it, such as `Firefox on Linux`. */
  readonly device: string;
  readonly address: string;
  /** In the company's time zone. */
  readonly signed_in_at: string;
  readonly last_used_at: string;
  /** Whether it is the one that asks. */
  readonly current: boolean;
}

/** `POST me/sessions/end-others`. */
export interface EndedSessionsAnswer {
  readonly ended: number;
}
