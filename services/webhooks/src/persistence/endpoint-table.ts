import { toColumns, omitColumns, selectList } from '@svc/database';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { WebhookEndpoint } from '../domain/endpoint';

export interface EndpointKey {
  readonly companyId: number;
  readonly endpointId: number;
}

export interface EndpointRow extends WebhookEndpoint {
  /** Null if its events are pulled. */
  readonly secret: Buffer | null;
  readonly formerSecret: Buffer | null;
  /** A JSON array in the order of the names; null without headers. */
  readonly headerValues: Buffer | null;
  /** The last event that was waiting when the endpoint was turned on. */
  readonly onAfterWaiting: number | null;
  /** The idempotency key of the subscribing request. */
  readonly idempotencyKey: string | null;
}

export interface EncryptedSecrets extends Pick<EndpointRow, 'formerSecret' | 'formerSecretUntil'> {
  readonly secret: Buffer;
}

export type EncryptedHeaders = Pick<EndpointRow, 'headerNames' | 'headerValues'>;

export const endpointTable = new EntitySchema<EndpointRow>({
  name: 'Endpoint',
  tableName: 'endpoints',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment' },
    companyId: { type: 'bigint', name: 'company_id' },
    version: { type: 'integer' },
    managedBy: { type: 'text', name: 'managed_by' },
    keyId: { type: 'bigint', name: 'key_id', nullable: true },
    name: { type: 'text', nullable: true },
    url: { type: 'text' },
    events: { type: 'text', array: true },
    isOn: { type: 'boolean', name: 'is_on' },
    secret: { type: 'bytea', nullable: true, select: false },
    formerSecret: { type: 'bytea', name: 'former_secret', nullable: true, select: false },
    formerSecretUntil: { type: 'timestamptz', name: 'former_secret_until', nullable: true },
    headerNames: { type: 'text', array: true, name: 'header_names' },
    headerValues: { type: 'bytea', name: 'header_values', nullable: true, select: false },
    conditions: { type: 'json' },
    onAfterWaiting: { type: 'bigint', name: 'on_after_waiting', nullable: true, select: false },
    idempotencyKey: { type: 'text', name: 'idempotency_key', nullable: true, select: false },
    failingSince: { type: 'timestamptz', name: 'failing_since', nullable: true },
    failedInARow: { type: 'integer', name: 'failed_in_a_row' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  } satisfies Record<keyof EndpointRow, EntitySchemaColumnOptions>,
});

export const ENDPOINT_COLUMNS = selectList(
  omitColumns(
    toColumns(endpointTable),
    ...(['secret', 'formerSecret', 'headerValues', 'onAfterWaiting', 'idempotencyKey'] as const),
  ),
  'endpoint',
);
