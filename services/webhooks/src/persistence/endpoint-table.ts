import { columnsOf, omitColumns, selectList } from '@svc/database';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { Endpoint } from '../domain/endpoint';

export interface EndpointName {
  readonly companyId: number;
  readonly endpointId: number;
}

/** An endpoint with its secrets as they are stored, encrypted. */
export interface EndpointRow extends Endpoint {
  readonly secret: Buffer;
  readonly formerSecret: Buffer | null;
  readonly formerSecretUntil: Date | null;
  /** The last event that had begun to wait when it was turned on; null where it never was. */
  readonly onAfterWaiting: number | null;
  /** The name of the request that subscribed; null where it has none, and of all others. */
  readonly subscribedBy: string | null;
}

export type SealedSecrets = Pick<EndpointRow, 'secret' | 'formerSecret' | 'formerSecretUntil'>;

export const endpointTable = new EntitySchema<EndpointRow>({
  name: 'Endpoint',
  tableName: 'endpoints',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment' },
    companyId: { type: 'bigint', name: 'company_id' },
    version: { type: 'integer' },
    managedBy: { type: 'text', name: 'managed_by' },
    keyId: { type: 'bigint', name: 'key_id', nullable: true },
    url: { type: 'text' },
    events: { type: 'text', array: true },
    isOn: { type: 'boolean', name: 'is_on' },
    secret: { type: 'bytea', select: false },
    formerSecret: { type: 'bytea', name: 'former_secret', nullable: true, select: false },
    formerSecretUntil: {
      type: 'timestamptz',
      name: 'former_secret_until',
      nullable: true,
      select: false,
    },
    onAfterWaiting: {
      type: 'bigint',
      name: 'on_after_waiting',
      nullable: true,
      select: false,
    },
    subscribedBy: { type: 'text', name: 'subscribed_by', nullable: true, select: false },
    failingSince: { type: 'timestamptz', name: 'failing_since', nullable: true },
    failedInARow: { type: 'integer', name: 'failed_in_a_row' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  } satisfies Record<keyof EndpointRow, EntitySchemaColumnOptions>,
});

/** Of a table with the alias `endpoint`, without what has to be asked for by name. */
export const ENDPOINT_COLUMNS = selectList(
  omitColumns(
    columnsOf(endpointTable),
    ...(['secret', 'formerSecret', 'formerSecretUntil', 'onAfterWaiting', 'subscribedBy'] as const),
  ),
  'endpoint',
);
