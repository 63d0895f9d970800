import { ASSETS, type Caller } from '@svc/contracts';
import { startFakeOwners, type ApiResponse, type FakeOwners } from '@svc/testing';
import {
  givenReferences,
  serviceFixture,
  writtenRows,
  type GivenReferences,
  type ServedApp,
} from '@svc/testing-services';
import { createAssetsApp } from '../src/app';
import { assetStatuses, type AssetStatus } from '../src/domain/asset-status';
import { migrations } from '../src/persistence/data-source';
import { createProjections, type Projections } from '../src/projections/projections';
import { expectDocumented } from './documented';

export interface TestService extends ServedApp, GivenReferences {
  readonly owners: FakeOwners<'customers' | 'technicians'>;
  readonly projections: Projections;
  ask<Body = unknown>(
    operation: keyof typeof ASSETS.operations,
    pathAndQuery: string,
    body?: unknown,
    overrides?: Partial<Caller>,
  ): Promise<ApiResponse<Body>>;
  givenAssetType(name?: string, companyId?: number): Promise<number>;
  givenAsset(overrides?: GivenAsset, companyId?: number): Promise<number>;
  givenMeter(
    overrides?: { unit?: string; threshold?: number | null },
    asset?: GivenAsset,
  ): Promise<{ assetId: number; meterId: number }>;
  writtenRows(): Promise<unknown>;
}

type GivenAsset = Readonly<Record<string, unknown>> & { readonly status?: AssetStatus };

export async function testService(): Promise<TestService> {
  const fixture = await serviceFixture({ context: 'assets', migrations });
  const { db, onCommitted, settings } = fixture;
  const owners = await startFakeOwners(['customers', 'technicians'], settings.now);
  const projections = createProjections(owners.clients);
  const served = fixture.serve(createAssetsApp({ db, projections, onCommitted, ...settings }));
  const { api, admin } = served;
  let made = 0;
  const nextId = (): number => (made += 1);
  const typeOf = new Map<number, number>();

  const service: TestService = {
    ...served,
    ...givenReferences(owners, nextId),
    owners,
    projections,

    async ask<Body>(
      operation: keyof typeof ASSETS.operations,
      pathAndQuery: string,
      body?: unknown,
      overrides: Partial<Caller> = {},
    ) {
      const { path, operations } = ASSETS;
      const method = operations[operation].method as 'GET' | 'POST' | 'PUT' | 'PATCH';
      const answer = await api.as(overrides).send<Body>(method, `${path}${pathAndQuery}`, body);
      expectDocumented(operation, answer.status, answer.body);
      return answer;
    },

    async givenAssetType(name = `Type ${nextId()}`, companyId = 1) {
      const { body } = await admin
        .as({ companyId })
        .put<{ data: { asset_type_id: number } }>('/admin/asset-types', { name });
      return body.data.asset_type_id;
    },

    async givenAsset(overrides = {}, companyId = 1) {
      const usualType =
        typeOf.get(companyId) ?? (await service.givenAssetType(undefined, companyId));
      typeOf.set(companyId, usualType);
      const { status, body } = await admin
        .as({ companyId, reach: 'api' })
        .post<{ data: { asset_id: number } }>('/api/v1/assets', {
          asset_name: `Asset ${nextId()}`,
          asset_type_id: usualType,
          ...overrides,
        });
      if (status !== 201) throw new Error(`No asset was made: ${JSON.stringify(body)}`);
      await service.announced();
      return body.data.asset_id;
    },

    async givenMeter({ unit = 'h', threshold = 500 } = {}, asset = {}) {
      const assetId = await service.givenAsset(asset);
      const rows: { id: number }[] = await db.query(
        `insert into meters (company_id, asset_id, name, name_key, unit, threshold)
         values (1, $1, 'Run hours', 'run hours', $2, $3) returning id`,
        [assetId, unit, threshold],
      );
      return { assetId, meterId: Number(rows[0]?.id) };
    },

    writtenRows: () =>
      writtenRows(db, [
        'assets',
        'asset_types',
        'asset_tag_counters',
        'asset_counts where assets <> 0',
        'meters',
        'meter_readings',
        'service_records',
        'asset_transfers',
        'outbox',
      ]),

    async close() {
      await served.close();
      await owners.close();
    },
  };
  return service;
}

export const STATUSES: readonly AssetStatus[] = assetStatuses.states;
