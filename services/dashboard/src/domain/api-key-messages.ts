import type { ApiKeyResponse } from '../../contract/responses';
import type { ExpiringKey } from '@svc/contracts';
import { formatMinute, toOneLine, type MessageText, type RecordFacts } from './message';

type Key = Pick<ApiKeyResponse, 'id' | 'name' | 'mode' | 'last4' | 'scopes'>;

export interface KeyFacts {
  readonly key: Key;
  /** The name of the person who changed it. */
  readonly author: string;
}

export const createKeyCreatedMessage = ({ key, author }: KeyFacts): MessageText => ({
  title: `New API key: ${toOneLine(key.name)}`,
  text: [
    `${toOneLine(author)} created the ${key.mode} key ${describeKey(key)}. It grants ${key.scopes.join(', ')}.`,
    "If this wasn't someone on your team, revoke the key and change your passwords.",
  ].join('\n\n'),
});

export const createKeyRevokedMessage = ({ key, author }: KeyFacts): MessageText => ({
  title: `API key revoked: ${toOneLine(key.name)}`,
  text: `${toOneLine(author)} revoked the ${key.mode} key ${describeKey(key)}. Apps that use it stop working at once, and its webhook subscriptions are deleted.`,
});

export const createKeyExpiringMessage = ({
  data,
  company,
}: RecordFacts<ExpiringKey>): MessageText => ({
  title: `API key expires soon: ${toOneLine(data.name)}`,
  text: `The ${data.mode} key ${describeKey(data)} stops working at ${formatMinute(new Date(data.expires_at), company)}, and its webhook subscriptions are deleted. Roll it, or change its expiry.`,
});

export const describeKey = ({ name, mode, last4 }: Pick<Key, 'name' | 'mode' | 'last4'>): string =>
  `${toOneLine(name)} (svc_${mode}_…${last4})`;
