import type { ProcessName } from '@svc/contracts';
import { internalSecretOf, publicKeysFrom } from './internal-keys';

/** The secrets of the whole platform, as the environment variables have them. */
export interface PlatformSecrets {
  /** One value, or two while it is rotated. */
  readonly internalSecret: string;
  /** The same, of 32 bytes in base64. */
  readonly encryptionKey: string;
}

/** The processes that keep something encrypted in their databases. */
const ENCRYPTING: readonly ProcessName[] = ['gateway', 'webhooks'];

/** The variables with the secrets that one process needs, and no others. */
export const secretVariablesOf = (
  process: ProcessName,
  { internalSecret, encryptionKey }: PlatformSecrets,
): Record<string, string> => ({
  INTERNAL_SECRET: internalSecretOf(process, internalSecret),
  INTERNAL_PUBLIC_KEYS: publicKeysFrom(internalSecret),
  ...(ENCRYPTING.includes(process) && { ENCRYPTION_KEY: encryptionKey }),
});
