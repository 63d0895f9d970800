import type { ApiKeyResponse } from '../../contract/responses';
import { oneLine, type Message } from './message';
import type { Person } from './person';

type Key = Pick<ApiKeyResponse, 'id' | 'name' | 'mode' | 'last4' | 'scopes'>;
type Author = Pick<Person, 'companyId' | 'name'>;

export const keyCreated = (key: Key, { companyId, name }: Author): Message => ({
  eventId: `key.created ${key.id}`,
  companyId,
  kind: 'key.created',
  title: `A new API key: ${oneLine(key.name)}`,
  text: [
    `${oneLine(name)} created the ${key.mode} key ${textOf(key)}. It grants ${key.scopes.join(', ')}.`,
    'If nobody of you has meant this, revoke it on the page API keys, and change your passwords.',
  ].join('\n\n'),
});

export const keyRevoked = (key: Key, { companyId, name }: Author): Message => ({
  eventId: `key.revoked ${key.id}`,
  companyId,
  kind: 'key.revoked',
  title: `The API key ${oneLine(key.name)} was revoked`,
  text: `${oneLine(name)} revoked the ${key.mode} key ${textOf(key)}. Whatever uses it is refused from now on, and its webhook subscriptions are gone.`,
});

export const textOf = ({ name, mode, last4 }: Key): string =>
  `${oneLine(name)} (svc_${mode}_…${last4})`;
