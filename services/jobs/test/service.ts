import { INTERNAL_READS, type JobStatus } from '@svc/contracts';
import { startFakeOwners, type FakeOwners } from '@svc/testing';
import {
  givenReferences,
  serviceFixture,
  writtenRows,
  type GivenReferences,
  type ServedApp,
} from '@svc/testing-services';
import { createJobs, createJobsApp } from '../src/app';
import { migrations } from '../src/persistence/data-source';
import { createProjections, type Projections } from '../src/projections/projections';
import type { JobDetails } from '../src/records/job';
import type { JobsUseCases } from '../src/use-cases';

export interface TestService extends ServedApp, GivenReferences {
  readonly owners: FakeOwners<'customers' | 'technicians' | 'assets'>;
  readonly projections: Projections;
  readonly jobs: JobsUseCases;
  givenAsset(
    overrides?: { asset_name?: string; asset_status?: string; deleted?: boolean },
    companyId?: number,
  ): number;
  givenJob(overrides?: GivenJob, companyId?: number): Promise<number>;
  /** Companies notified of changed invoices since the last call. */
  hinted(): number[];
  writtenRows(): Promise<unknown>;
}

export type GivenJob = Readonly<Record<string, unknown>> & { readonly job_status?: JobStatus };

export const DESCRIPTION = 'The unit on the roof makes a grinding noise.';

export const givenDetails = (customerLocationId: number): JobDetails => ({
  jobTitle: 'Fix the unit',
  jobDescription: DESCRIPTION,
  jobPriority: 'Medium',
  customerLocationId,
  assignedTechnicianId: null,
  scheduledStart: null,
  scheduledEnd: null,
  externalId: null,
});

export async function testService(): Promise<TestService> {
  const fixture = await serviceFixture({ context: 'jobs', migrations });
  const { db, onCommitted, settings } = fixture;
  const { now } = settings;
  const owners = await startFakeOwners(['customers', 'technicians', 'assets'], now);
  const projections = createProjections(owners.clients);
  const hints: number[] = [];
  const onInvoicesChanged = (companyId: number): void => void hints.push(companyId);
  const jobs = createJobs({ db, projections, now, onCommitted, onInvoicesChanged });
  const served = fixture.serve(createJobsApp(jobs, settings));
  const { admin } = served;
  let made = 0;
  const nextId = (): number => (made += 1);

  const service: TestService = {
    ...served,
    ...givenReferences(owners, nextId),
    owners,
    projections,
    jobs,

    givenAsset(overrides = {}, companyId = 1) {
      const id = nextId();
      owners.store(INTERNAL_READS.assets, companyId, id, {
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

    hinted: () => hints.splice(0),

    writtenRows: () =>
      writtenRows(db, [
        'jobs',
        'job_assets',
        'job_counts where jobs <> 0',
        'service_request_jobs',
        'invoices',
        'invoice_payments',
        'outbox',
      ]),

    async close() {
      await served.close();
      await owners.close();
    },
  };
  return service;
}
