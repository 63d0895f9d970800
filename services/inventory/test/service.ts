import type { Caller, JobSummary, LocationType } from '@svc/contracts';
import { startFakeOwners, type ApiResponse, type FakeOwners, type Method } from '@svc/testing';
import { serviceFixture, writtenRows, type ServedApp } from '@svc/testing-services';
import { createInventory, createInventoryApp } from '../src/app';
import { joinParts } from '../src/domain/reservation';
import { migrations } from '../src/persistence/data-source';
import { createUnitOfWork } from '../src/persistence/transaction';
import type { InventoryUseCases } from '../src/use-cases';
import { expectDocumented } from './documented';
import { startJobsStandIn, type GivenJob, type JobsStandIn } from './jobs-stand-in';

export interface TestService extends ServedApp {
  readonly inventory: InventoryUseCases;
  readonly owners: FakeOwners<'jobs'>;
  readonly jobs: JobsStandIn;
  ask<Body = unknown>(
    operation: string,
    query: string,
    body?: unknown,
    overrides?: Partial<Caller>,
  ): Promise<ApiResponse<Body>>;
  givenLocation(overrides?: GivenLocation, companyId?: number): Promise<number>;
  givenItem(overrides?: GivenItem, companyId?: number): Promise<number>;
  givenSupplier(name?: string, companyId?: number): Promise<number>;
  givenJob(card: GivenJob, companyId?: number): Promise<void>;
  stockOf(itemId: number, companyId?: number): Promise<Stock[]>;
  ledgerOf(itemId: number): Promise<[type: string, quantity: number][]>;
  differences(companyId?: number): Promise<unknown[]>;
  writtenRows(): Promise<unknown>;
}

interface Stock {
  readonly location_id: number;
  readonly quantity: number;
  readonly reserved_quantity: number;
  readonly available: number;
}

type GivenLocation = Readonly<Record<string, unknown>> & { readonly location_type?: LocationType };
type GivenItem = Readonly<Record<string, unknown>>;

const METHODS: Readonly<Record<string, Method>> = {
  listItems: 'GET',
  getItem: 'GET',
  createItem: 'POST',
  replaceItem: 'PUT',
  patchItem: 'PATCH',
  listItemStock: 'GET',
  listItemTransactions: 'GET',
  adjustStock: 'POST',
  transferStock: 'POST',
  listInventoryLocations: 'GET',
  getInventoryLocation: 'GET',
  listLowStock: 'GET',
  listReservations: 'GET',
  createReservation: 'POST',
  deleteReservation: 'DELETE',
};

export async function testService(): Promise<TestService> {
  const fixture = await serviceFixture({ context: 'inventory', migrations });
  const { db, onCommitted, settings } = fixture;
  const { now } = settings;
  const owners = await startFakeOwners(['jobs'], now);
  const inventory = createInventory({ db, jobs: owners.clients.jobs, now, onCommitted });
  const served = fixture.serve(createInventoryApp(inventory, settings));
  const { api, admin } = served;
  let made = 0;
  const next = (): number => (made += 1);

  async function put<Saved>(path: string, body: unknown, companyId: number): Promise<Saved> {
    const answer = await admin.as({ companyId }).put<{ data: Saved }>(`/admin/${path}`, body);
    if (answer.status !== 200) throw new Error(`Not made: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  }

  const service: TestService = {
    ...served,
    inventory,
    owners,
    jobs: startJobsStandIn(owners),

    async ask<Body>(
      operation: string,
      query: string,
      body?: unknown,
      overrides: Partial<Caller> = {},
    ) {
      const answer = await api
        .as(overrides)
        .send<Body>(METHODS[operation] ?? 'GET', `/api/v1/inventory${query}`, body);
      expectDocumented(operation, answer.status, answer.body);
      return answer;
    },

    async givenLocation(overrides = {}, companyId = 1) {
      const body = {
        location_name: `Location ${next()}`,
        location_type: 'warehouse',
        ...overrides,
      };
      const saved = await put<{ location_id: number }>('inventory-locations', body, companyId);
      return saved.location_id;
    },

    async givenItem(overrides = {}, companyId = 1) {
      const n = next();
      const body = { part_number: `P-${n}`, part_name: `Part ${n}`, ...overrides };
      const { item_id } = await put<{ item_id: number }>('items', body, companyId);
      await service.announced();
      return item_id;
    },

    async givenSupplier(name = `Supplier ${next()}`, companyId = 1) {
      return (await put<{ supplier_id: number }>('suppliers', { name }, companyId)).supplier_id;
    },

    async givenJob(card, companyId = 1) {
      const job: JobSummary = {
        job_status: 'Pending',
        deleted: false,
        required_parts: [],
        version: 1,
        ...card,
      };
      await db.transaction((tx) =>
        inventory.followJob(createUnitOfWork(tx), {
          needs: {
            companyId,
            jobId: job.job_id,
            version: job.version,
            jobStatus: job.job_status,
            deleted: job.deleted,
            parts: joinParts(
              job.required_parts.map(({ item_id, location_id, quantity }) => ({
                itemId: item_id,
                locationId: location_id,
                quantity,
              })),
            ),
          },
          neededParts: false,
          author: { actor: 'api_key:1' },
        }),
      );
    },

    async stockOf(itemId, companyId = 1) {
      const { body } = await service.ask<{ data: Stock[] }>(
        'listItemStock',
        `?id=${itemId}&sub=stock`,
        undefined,
        { companyId },
      );
      return body.data;
    },

    async ledgerOf(itemId) {
      interface Row {
        readonly transaction_type: string;
        readonly quantity: number;
      }
      const { body } = await service.ask<{ data: Row[] }>(
        'listItemTransactions',
        `?id=${itemId}&sub=transactions&per_page=100`,
      );
      return body.data.map(({ transaction_type, quantity }) => [transaction_type, quantity]);
    },

    async differences(companyId = 1) {
      const { body } = await admin
        .as({ companyId })
        .post<{ data: { differences: unknown[] } }>('/admin/reconcile');
      return body.data.differences;
    },

    writtenRows: () =>
      writtenRows(db, [
        'items',
        'suppliers',
        'locations',
        'stock',
        'transactions',
        'reservations',
        'reservation_parts',
        'stock_arrivals',
        'item_counts where items <> 0',
        'outbox',
      ]),

    async close() {
      await served.close();
      await owners.close();
    },
  };
  return service;
}
