import type { ApiKeyResponse } from '../../contract/responses';
import { toOneLine, type MessageText } from './message';

type Key = Pick<ApiKeyResponse, 'id' | 'name' | 'mode' | 'last4' | 'scopes'>;

interface ChangedKey {
  readonly key: Key;
  readonly author: string;
}

export const sayKeyCreated = ({ key, author }: ChangedKey): MessageText => ({
  title: `New API key: ${toOneLine(key.name)}`,
  text: [
    `${toOneLine(author)} created the ${key.mode} key ${describeKey(key)}. It grants ${key.scopes.join(', ')}.`,
    "If this wasn't someone on your team, revoke the key and change your passwords.",
  ].join('\n\n'),
});

export const sayKeyRevoked = ({ key, author }: ChangedKey): MessageText => ({
  title: `API key revoked: ${toOneLine(key.name)}`,
  text: `${toOneLine(author)} revoked the ${key.mode} key ${describeKey(key)}. Apps that use it stop working at once, and its webhook subscriptions are deleted.`,
});

export const describeKey = ({ name, mode, last4 }: Key): string =>
  `${toOneLine(name)} (svc_${mode}_…${last4})`;
