import { Secret, TOTP } from 'otpauth';

/** RFC 4226 recommends 20 bytes. */
const SECRET_BYTES = 20;
/** Clocks drift: a code of the half minute before or after is taken, too. */
const DRIFT_STEPS = 1;

/** A new secret for an authenticator app, in base32. */
export const newTwoStepSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: 'Field service platform',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: Secret.fromBase32(secret),
  });

/** What an authenticator app reads from a QR code. */
export const otpauthUrl = (secret: string, email: string): string =>
  totpOf(secret, email).toString();

/**
 * The half minute that a code belongs to (RFC 6238), counted from 1970; undefined for a wrong code, and
 * for one of the half minute of the last code or before: a code works once.
 */
export function stepOfCode(
  secret: string,
  code: string,
  lastStep: number | null,
  at: Date,
): number | undefined {
  const totp = totpOf(secret);
  const timestamp = at.getTime();
  const drift = totp.validate({ token: code, timestamp, window: DRIFT_STEPS });
  if (drift === null) return undefined;
  const step = totp.counter({ timestamp }) + drift;
  return step > (lastStep ?? -1) ? step : undefined;
}

const RECOVERY_CODES = 10;
const RECOVERY_CODE_BYTES = 10;

/** Ten codes for whoever loses the app: 16 letters and digits each, as they are kept in hashes. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: RECOVERY_CODE_BYTES }).base32.toLowerCase(),
  );

/** A recovery code as it was shown, however it is typed. */
export const readRecoveryCode = (typed: string): string =>
  typed.toLowerCase().replaceAll(/[\s-]/g, '');

/** In groups of four, for people. */
export const showRecoveryCode = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code;
