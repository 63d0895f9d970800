import { Secret, TOTP } from 'otpauth';

/** Recommended by RFC 4226. */
const SECRET_BYTES = 20;
/** Tolerates clocks that are 30 seconds off. */
const DRIFT_STEPS = 1;

export const createTwoStepSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const createTotp = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: 'Field service platform',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: Secret.fromBase32(secret),
  });

export const createOtpauthUrl = (secret: string, email: string): string =>
  createTotp(secret, email).toString();

/**
 * Returns the code's 30-second step since 1970 (RFC 6238); undefined if the code is wrong, or not
 * newer than `lastStep`.
 */
export function findCodeStep(
  secret: string,
  code: string,
  lastStep: number | null,
  at: Date,
): number | undefined {
  const totp = createTotp(secret);
  const timestamp = at.getTime();
  const drift = totp.validate({ token: code, timestamp, window: DRIFT_STEPS });
  if (drift === null) return undefined;
  const step = totp.counter({ timestamp }) + drift;
  return step > (lastStep ?? -1) ? step : undefined;
}

const RECOVERY_CODES = 10;
const RECOVERY_CODE_BYTES = 10;

export const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: RECOVERY_CODE_BYTES }).base32.toLowerCase(),
  );

/** Accepts upper case, spaces and hyphens. */
export const parseRecoveryCode = (typed: string): string =>
  typed.toLowerCase().replaceAll(/[\s-]/g, '');

export const formatRecoveryCode = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code;
