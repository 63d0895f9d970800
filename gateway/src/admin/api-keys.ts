import { isDeepStrictEqual } from 'node:util';
import {
  DomainError,
  invalidField,
  SCOPES,
  type DomainEvent,
  type Outcome,
  type Scope,
} from '@svc/contracts';
import { takeTurn } from '@svc/database';
import { outbox } from '@svc/outbox';
import type { EntityManager } from 'typeorm';
import { mintKey } from '../keys/api-key-text';
import type { CompanyRecord } from '../persistence/company-table';
import { keyTable, type KeyRecord } from '../persistence/key-table';
import type { Administration } from './administration';
import { changing } from './changing';
import type { KeyBody, KeyChangeBody, NewKeyBody } from './schemas';

/** A key and, where it is new, the text that is shown this once. */
export interface ShownKey {
  readonly record: KeyRecord;
  readonly text: string | null;
}

const scopesOf = (given: readonly Scope[] | 'all'): readonly Scope[] =>
  given === 'all' ? SCOPES : given;

/** What the operator does with API keys. */
export function apiKeys(administration: Administration) {
  const { db, now } = administration;
  const inChange = <Result>(run: (tx: EntityManager) => Promise<Result>): Promise<Result> =>
    changing(administration, run);

  async function create(
    tx: EntityManager,
    companyId: number,
    { name, mode = 'live', scopes, ip_allowlist = [] }: NewKeyBody,
  ): Promise<ShownKey> {
    const { text, hash, last4 } = mintKey(mode);
    const record = await tx.getRepository(keyTable).save({
      companyId,
      name,
      mode,
      hash,
      last4,
      scopes: scopesOf(scopes),
      ipAllowlist: ip_allowlist,
      version: 1,
      createdAt: now(),
      lastUsedAt: null,
      revokedAt: null,
    });
    await outbox(tx, 'gateway').append([keyEvent('key.created', record, now())]);
    return { record, text };
  }

  async function change(
    tx: EntityManager,
    before: KeyRecord,
    { scopes, ip_allowlist }: KeyChangeBody,
  ): Promise<KeyRecord> {
    const record = await tx.getRepository(keyTable).save({
      ...before,
      scopes: scopes ? scopesOf(scopes) : before.scopes,
      ipAllowlist: ip_allowlist ?? before.ipAllowlist,
      version: before.version + 1,
    });
    await outbox(tx, 'gateway').append([keyEvent('key.changed', record, now())]);
    return record;
  }

  async function locked(tx: EntityManager, id: number): Promise<KeyRecord> {
    const key = await tx
      .getRepository(keyTable)
      .findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!key) throw new DomainError('not_found', `There is no API key ${id}.`);
    return key;
  }

  return {
    list: ({ id }: CompanyRecord): Promise<KeyRecord[]> =>
      db.getRepository(keyTable).find({ where: { companyId: id }, order: { id: 'ASC' } }),

    create: ({ id }: CompanyRecord, body: NewKeyBody): Promise<ShownKey> =>
      inChange((tx) => create(tx, id, body)),

    /** Creates or changes the key of this name; one that was revoked stays revoked. */
    put: ({ id }: CompanyRecord, body: KeyBody): Promise<ShownKey & { outcome: Outcome }> =>
      inChange(async (tx) => {
        await takeTurn(tx, `keys of company ${id}`);
        const named = await tx
          .getRepository(keyTable)
          .find({ where: { companyId: id, name: body.name }, order: { id: 'ASC' } });
        const before = named.find(({ revokedAt }) => revokedAt === null) ?? named[0];
        if (!before) return { ...(await create(tx, id, complete(body))), outcome: 'created' };
        if (body.mode !== undefined && body.mode !== before.mode) {
          throw invalidField('mode', `mode of the key ${body.name} cannot change.`);
        }
        const { scopes, ip_allowlist: ranges } = body;
        if (
          (!scopes || isDeepStrictEqual(scopesOf(scopes), before.scopes)) &&
          (!ranges || isDeepStrictEqual(ranges, before.ipAllowlist))
        ) {
          return { record: before, text: null, outcome: 'unchanged' };
        }
        return { record: await change(tx, before, body), text: null, outcome: 'changed' };
      }),

    change: (id: number, body: KeyChangeBody): Promise<KeyRecord> =>
      inChange(async (tx) => change(tx, await locked(tx, id), body)),

    /** A key that is revoked already stays as it is. */
    revoke: (id: number): Promise<KeyRecord> =>
      inChange(async (tx) => {
        const before = await locked(tx, id);
        if (before.revokedAt) return before;
        const at = now();
        const record = await tx
          .getRepository(keyTable)
          .save({ ...before, version: before.version + 1, revokedAt: at });
        await outbox(tx, 'gateway').append([keyEvent('key.revoked', record, at)]);
        return record;
      }),
  };
}

function complete(body: KeyBody): NewKeyBody {
  if (body.scopes === undefined) throw invalidField('scopes', 'scopes is required for a new key.');
  return { ...body, scopes: body.scopes };
}

const keyEvent = (
  type: 'key.created' | 'key.changed' | 'key.revoked',
  key: KeyRecord,
  occurredAt: Date,
): DomainEvent => ({
  type,
  companyId: key.companyId,
  recordId: key.id,
  version: key.version,
  occurredAt,
  actor: 'ui',
  data: {
    name: key.name,
    mode: key.mode,
    last4: key.last4,
    scopes: key.scopes,
    ip_allowlist: key.ipAllowlist,
  },
});
