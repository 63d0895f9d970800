import type { Page } from '@svc/kernel';
import type {
  ApiKeyAnswer,
  ChangeApiKeyBody,
  NewApiKeyAnswer,
  NewApiKeyBody,
  Scope,
} from '../../contract/api-keys';
import type { Mode } from '../../contract/mode';
import type { LoggedKeyAnswer } from '../../contract/request-log';
import { listedIn, pageQuery, queryText, type Listed } from './list-from';
import type { Asker, Owners } from './owners';

/** A key as the gateway answers it. */
export interface OwnKey {
  readonly id: number;
  readonly name: string;
  readonly mode: Mode;
  readonly last4: string;
  readonly scopes: readonly Scope[];
  readonly ip_allowlist: readonly string[];
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

/** A new one, with its text. */
export interface OwnNewKey extends OwnKey {
  readonly key: string;
}

/** One of those for live or for test data. */
export type NamedKey = Pick<OwnKey, 'id' | 'name' | 'mode'>;

const isLive = ({ revoked_at: revokedAt }: OwnKey): boolean => revokedAt === null;

/** The company's API keys, of which the gateway is the owner. */
export const apiKeysOf = ({ gateway }: Owners) => ({
  /** One page of those that were not revoked, the newest first. */
  async list(asker: Asker, page: Page): Promise<Listed<ApiKeyAnswer>> {
    const path = `/keys?${queryText(pageQuery(page))}`;
    const { rows, total } = listedIn(await gateway<OwnKey[]>(asker, { method: 'GET', path }));
    return { rows: rows.map(shown), total };
  },

  /** The key, unless it was revoked. */
  async find(asker: Asker, id: number): Promise<ApiKeyAnswer | undefined> {
    const path = `/keys?${queryText({ ids: id })}`;
    const { data } = await gateway<OwnKey[]>(asker, { method: 'GET', path });
    const found = data.find((key) => key.id === id && isLive(key));
    return found && shown(found);
  },

  /** The names of these, by id, those that were revoked too. */
  async names(asker: Asker, ids: Iterable<number>): Promise<ReadonlyMap<number, string>> {
    const asked = [...new Set(ids)].join();
    if (asked === '') return new Map();
    const path = `/keys?${queryText({ ids: asked })}`;
    const { data } = await gateway<OwnKey[]>(asker, { method: 'GET', path });
    return new Map(data.map(({ id, name }) => [id, name]));
  },

  /** The newest of those for the records that are looked at, revoked ones too, the newest first. */
  async ofMode(asker: Asker): Promise<LoggedKeyAnswer[]> {
    const path = `/keys?${queryText({ mode: asker.mode })}`;
    const { data } = await gateway<NamedKey[]>(asker, { method: 'GET', path });
    return data
      .filter(({ mode }) => mode === asker.mode)
      .map(({ id, name }) => ({ key_id: id, name }))
      .reverse();
  },

  async create(asker: Asker, body: NewApiKeyBody): Promise<NewApiKeyAnswer> {
    const call = { method: 'POST', path: '/keys', body } as const;
    const { data } = await gateway<OwnNewKey>(asker, call);
    return { ...shown(data), key: data.key };
  },

  async change(asker: Asker, id: number, body: ChangeApiKeyBody): Promise<ApiKeyAnswer> {
    const call = { method: 'PATCH', path: `/keys/${id}`, body } as const;
    return shown((await gateway<OwnKey>(asker, call)).data);
  },

  async revoke(asker: Asker, id: number): Promise<ApiKeyAnswer> {
    const call = { method: 'POST', path: `/keys/${id}/revoke` } as const;
    return shown((await gateway<OwnKey>(asker, call)).data);
  },
});

export type ApiKeys = ReturnType<typeof apiKeysOf>;

const shown = (key: OwnKey): ApiKeyAnswer => ({
  key_id: key.id,
  name: key.name,
  mode: key.mode,
  prefix: `svc_${key.mode}_`,
  last4: key.last4,
  scopes: key.scopes,
  ip_allowlist: key.ip_allowlist,
  created_at: key.created_at,
  last_used_at: key.last_used_at,
});
