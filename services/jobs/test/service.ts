import { INTERNAL_READS, type Caller } from '@svc/contracts';
import { createLogger } from '@svc/logging';
import type { CloudEvent } from '@svc/messaging';
import {
  aCaller,
  apiClient,
  fixedClock,
  ownersStandIn,
  TEST_SECRET,
  testDatabase,
  type ApiClient,
  type FixedClock,
  type OwnersStandIn,
} from '@svc/testing';
import type { DataSource } from 'typeorm';
import { jobsApp, jobsOn } from '../src/app';
import type { JobStatus } from '../src/domain/job-status';
import { entities, migrations } from '../src/persistence/data-source';
import { createProjections, type Projections } from '../src/projections/projections';
import type { JobsUseCases } from '../src/use-cases';

export interface TestService {
  /** An integrator of company 1, in New York. */
  readonly api: ApiClient;
  /** The operator of company 1. */
  readonly admin: ApiClient;
  /** Another service that asks on behalf of company 1. */
  readonly internal: ApiClient;
  readonly clock: FixedClock;
  readonly db: DataSource;
  readonly owners: OwnersStandIn<'customers' | 'technicians' | 'assets'>;
  readonly projections: Projections;
  readonly jobs: JobsUseCases;
  /** A live location of the company, with a customer of its own. */
  givenLocation(names?: LocationNames, companyId?: number): number;
  givenTechnician(
    overrides?: { technician_name?: string; status?: 'Active' | 'Inactive' },
    companyId?: number,
  ): number;
  givenAsset(
    overrides?: { asset_name?: string; asset_status?: string; deleted?: boolean },
    companyId?: number,
  ): number;
  /** A job, by default one like no other; what its making announced is forgotten. */
  givenJob(overrides?: GivenJob, companyId?: number): Promise<number>;
  /** What was announced since the last call. */
  announced(): Promise<CloudEvent[]>;
  /** All that the service has written of jobs, to see that it wrote nothing. */
  everything(): Promise<unknown>;
  /** How often the relay was woken. */
  readonly wakeUps: () => number;
  close(): Promise<void>;
}

interface LocationNames {
  readonly location_name?: string;
  readonly customer_name?: string;
  readonly customerIsDeleted?: boolean;
}

export type GivenJob = Readonly<Record<string, unknown>> & { readonly job_status?: JobStatus };

export const DESCRIPTION = 'The unit on the roof makes a grinding noise.';

/** The service on a database and a clock of its own, with a stand-in for the contexts it asks. */
export async function testService(): Promise<TestService> {
  const { db, close } = await testDatabase({ context: 'jobs', entities, migrations });
  const clock = fixedClock('2026-03-02T14:15:00Z');
  const owners = await ownersStandIn(['customers', 'technicians', 'assets'], clock.now);
  const projections = createProjections(owners.clients);
  let wakeUps = 0;
  const committed = (): void => {
    wakeUps += 1;
  };
  const jobs = jobsOn({ db, projections, now: clock.now, committed });
  const log = createLogger({ name: 'jobs', level: 'silent' });
  const app = jobsApp(jobs, { secrets: [TEST_SECRET], now: clock.now, log });
  const api = apiClient({ app, now: clock.now });
  const as = (overrides: Partial<Caller>): ApiClient => api.as(aCaller(overrides));
  const admin = as({ reach: 'admin', actor: 'ui' });
  let made = 0;
  const nextId = (): number => (made += 1);

  const service: TestService = {
    api,
    admin,
    internal: as({ reach: 'internal' }),
    clock,
    db,
    owners,
    projections,
    jobs,

    givenLocation(names = {}, companyId = 1) {
      const id = nextId();
      const customerId = nextId();
      const { customerIsDeleted = false } = names;
      owners.keep(INTERNAL_READS.locations, companyId, id, {
        location_id: id,
        location_name: names.location_name ?? `Location ${id}`,
        customer_id: customerId,
        version: 1,
      });
      owners.keep(INTERNAL_READS.customers, companyId, customerId, {
        customer_id: customerId,
        customer_name: names.customer_name ?? `Customer ${customerId}`,
        deleted: customerIsDeleted,
        version: 1,
      });
      return id;
    },

    givenTechnician(overrides = {}, companyId = 1) {
      const id = nextId();
      owners.keep(INTERNAL_READS.technicians, companyId, id, {
        technician_id: id,
        technician_name: `Technician ${id}`,
        status: 'Active',
        version: 1,
        ...overrides,
      });
      return id;
    },

    givenAsset(overrides = {}, companyId = 1) {
      const id = nextId();
      owners.keep(INTERNAL_READS.assets, companyId, id, {
        asset_id: id,
        asset_tag: `AST-${String(id).padStart(6, '0')}`,
        asset_name: `Asset ${id}`,
        asset_status: 'Active',
        deleted: false,
        version: 1,
        ...overrides,
      });
      return id;
    },

    async givenJob(overrides = {}, companyId = 1) {
      const { status, body } = await admin
        .as({ companyId })
        .put<{ data: { job_id: number } }>('/admin/jobs', {
          job_title: `Job ${nextId()}`,
          job_description: DESCRIPTION,
          customer_location_id:
            overrides['customer_location_id'] ?? service.givenLocation({}, companyId),
          ...overrides,
        });
      if (status !== 200) throw new Error(`No job was made: ${JSON.stringify(body)}`);
      await service.announced();
      return body.data.job_id;
    },

    async announced() {
      const rows: { envelope: string }[] = await db.query(
        'with taken as (delete from outbox returning seq, envelope) select envelope from taken order by seq',
      );
      return rows.map(({ envelope }) => JSON.parse(envelope) as CloudEvent);
    },

    everything: () =>
      Promise.all([
        db.query('select * from jobs order by company_id, id'),
        db.query('select * from job_assets order by company_id, job_id, asset_id'),
        db.query('select * from job_counts where jobs <> 0 order by 1, 2, 3, 4'),
        db.query('select * from outbox order by seq'),
      ]),

    wakeUps: () => wakeUps,

    async close() {
      await api.close();
      await owners.close();
      await close();
    },
  };
  return service;
}
