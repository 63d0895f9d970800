import type { ApiKeyResponse } from '../../contract/responses';
import { toOneLine, type CompanyMessage } from './message';
import type { Person } from './person';

type Key = Pick<ApiKeyResponse, 'id' | 'name' | 'mode' | 'last4' | 'scopes'>;
type Author = Pick<Person, 'companyId' | 'name'>;

export const createKeyCreatedMessage = (key: Key, { companyId, name }: Author): CompanyMessage => ({
  eventId: `key.created ${key.id}`,
  companyId,
  kind: 'key.created',
  title: `New API key: ${toOneLine(key.name)}`,
  text: [
    `${toOneLine(name)} created the ${key.mode} key ${describeKey(key)}. It grants ${key.scopes.join(', ')}.`,
    "If this wasn't someone on your team, revoke the key and change your passwords.",
  ].join('\n\n'),
});

export const createKeyRevokedMessage = (key: Key, { companyId, name }: Author): CompanyMessage => ({
  eventId: `key.revoked ${key.id}`,
  companyId,
  kind: 'key.revoked',
  title: `API key revoked: ${toOneLine(key.name)}`,
  text: `${toOneLine(name)} revoked the ${key.mode} key ${describeKey(key)}. Apps that use it stop working at once, and its webhook subscriptions are deleted.`,
});

export const describeKey = ({ name, mode, last4 }: Key): string =>
  `${toOneLine(name)} (svc_${mode}_…${last4})`;
