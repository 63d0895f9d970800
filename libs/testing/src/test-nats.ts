import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { accountUrl, type NatsUser } from '@svc/local-servers';
import { testServers } from './test-servers';

export const ACCOUNTS: readonly string[] = Array.from({ length: 250 }, (_, n) => `account-${n}`);

export type TestNats = ReturnType<typeof claimTestNats>;

/** Claims a NATS account that no other test file shares. */
export function claimTestNats() {
  const { natsUrl, dir } = testServers();
  const account = ACCOUNTS.find((name) => claim(join(dir, `${name}.taken`)));
  if (!account) throw new Error(`More than ${ACCOUNTS.length} NATS accounts in one run.`);
  const urlOf = (user: NatsUser): string => accountUrl(natsUrl, account, user);
  return { url: urlOf('administrator'), urlOf };
}

function claim(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
