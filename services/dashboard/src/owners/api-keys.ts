import type {
  ApiKeyAnswer,
  ChangeApiKeyBody,
  KeyMode,
  NewApiKeyAnswer,
  NewApiKeyBody,
  Scope,
} from '../../contract/api-keys';
import type { LoggedKeyAnswer } from '../../contract/request-log';
import type { Asker, Owners } from './owners';

/** A key as the gateway answers it. */
interface OwnKey {
  readonly id: number;
  readonly name: string;
  readonly mode: KeyMode;
  readonly last4: string;
  readonly scopes: readonly Scope[];
  readonly ip_allowlist: readonly string[];
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

/** The company's API keys, of which the gateway is the owner. */
export const apiKeysOf = ({ gateway }: Owners) => ({
  /** Those that were not revoked, the newest first. */
  async list(asker: Asker): Promise<ApiKeyAnswer[]> {
    const { data } = await gateway<OwnKey[]>(asker, { method: 'GET', path: '/keys' });
    return data
      .filter(({ revoked_at: revokedAt }) => revokedAt === null)
      .map(shown)
      .reverse();
  },

  /** The names of all, by id, those that were revoked too. */
  async names(asker: Asker): Promise<ReadonlyMap<number, string>> {
    const { data } = await gateway<OwnKey[]>(asker, { method: 'GET', path: '/keys' });
    return new Map(data.map(({ id, name }) => [id, name]));
  },

  /** Those for the records that are looked at, revoked ones too, the newest first. */
  async ofMode(asker: Asker): Promise<LoggedKeyAnswer[]> {
    const { data } = await gateway<OwnKey[]>(asker, { method: 'GET', path: '/keys' });
    return data
      .filter(({ mode }) => mode === asker.mode)
      .map(({ id, name }) => ({ key_id: id, name }))
      .reverse();
  },

  async create(asker: Asker, body: NewApiKeyBody): Promise<NewApiKeyAnswer> {
    const call = { method: 'POST', path: '/keys', body } as const;
    const { data } = await gateway<OwnKey & { readonly key: string }>(asker, call);
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
