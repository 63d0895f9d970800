import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { accountUrl } from '@svc/local-servers';
import { testServers } from './test-servers';

export const ACCOUNTS: readonly string[] = Array.from({ length: 100 }, (_, n) => `account-${n}`);

/** A NATS account of the caller's own: no other test file sees its streams and messages. */
export function testNats(): { readonly url: string } {
  const { natsUrl, dir } = testServers();
  const account = ACCOUNTS.find((name) => claim(join(dir, `${name}.taken`)));
  if (!account) throw new Error(`More than ${ACCOUNTS.length} NATS accounts in one run.`);
  return { url: accountUrl(natsUrl, account) };
}

/** Whether the caller is the one that created the file. */
function claim(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
