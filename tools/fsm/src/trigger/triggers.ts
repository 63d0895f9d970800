import type { WebhookEvent } from '@svc/contracts';
import {
  createTrialAsset,
  createTrialCustomer,
  createTrialItem,
  createTrialJob,
  createTrialTechnician,
  type Sandbox,
  type Trial,
} from './trial-records';

export type Triggered = Readonly<Record<string, number>>;

const TOTAL_CENTS = 10_000;
const THRESHOLD = 100;

type Trigger = (sandbox: Sandbox, today: string) => Promise<Triggered>;
type Create = (sandbox: Sandbox) => Promise<Trial>;

const changing =
  (create: Create, idName: string) =>
  (...changes: readonly object[]): Trigger =>
  async (sandbox) => {
    const { id, change } = await create(sandbox);
    for (const fields of changes) await change(fields);
    return { [idName]: id };
  };

const ofJob = changing(createTrialJob, 'job_id');
const ofAsset = changing(createTrialAsset, 'asset_id');
const ofCustomer = changing(createTrialCustomer, 'customer_id');
const ofTechnician = changing(createTrialTechnician, 'technician_id');

const removing =
  (create: Create, path: string, idName: string) =>
  (...steps: readonly ('delete' | 'restore')[]): Trigger =>
  async (sandbox) => {
    const { id } = await create(sandbox);
    for (const step of steps) await sandbox.post(`${path}/${id}/${step}`);
    return { [idName]: id };
  };

const ofRemovedJob = removing(createTrialJob, 'jobs/jobs', 'job_id');
const ofRemovedCustomer = removing(createTrialCustomer, 'customers/customers', 'customer_id');

const ofAssignedJob =
  (...changes: readonly object[]): Trigger =>
  async (sandbox) => {
    const { id, change } = await createTrialJob(sandbox);
    const technician = await createTrialTechnician(sandbox);
    await change({ assigned_technician_id: technician.id });
    for (const fields of changes) await change(fields);
    return { job_id: id, technician_id: technician.id };
  };

export const TRIGGERS: Readonly<Record<WebhookEvent, Trigger>> = {
  'job.created': ofJob(),
  'job.updated': ofJob({ job_priority: 'High' }),
  'job.status_changed': ofJob({ job_status: 'Assigned' }),
  'job.completed': ofJob({ job_status: 'Completed' }),
  'job.deleted': ofRemovedJob('delete'),
  'job.restored': ofRemovedJob('delete', 'restore'),
  'job.assigned': ofAssignedJob(),
  'job.unassigned': ofAssignedJob({ assigned_technician_id: null }),
  async 'invoice.paid'(sandbox) {
    const { id: job_id } = await createTrialJob(sandbox);
    const { invoice_id } = await sandbox.post<{ invoice_id: number }>(
      `jobs/jobs/${job_id}/invoices`,
      { total_cents: TOTAL_CENTS },
    );
    await sandbox.post(`jobs/invoices/${invoice_id}/payments`, { amount_cents: TOTAL_CENTS });
    return { invoice_id, job_id };
  },
  'customer.created': ofCustomer(),
  'customer.updated': ofCustomer({ default_sla_hours: 8 }),
  'customer.removed': ofRemovedCustomer('delete'),
  'customer.restored': ofRemovedCustomer('delete', 'restore'),
  async 'service_request.created'(sandbox) {
    const { id: customer_id } = await createTrialCustomer(sandbox);
    const { service_request_id } = await sandbox.post<{ service_request_id: number }>(
      'customers/service-requests',
      {
        source: 'portal',
        customer_id,
        contact_name: 'Trial contact',
        contact_email: 'contact@trial.example',
        description: 'The trial unit is too loud.',
      },
    );
    return { service_request_id };
  },
  'asset.created': ofAsset(),
  'asset.updated': ofAsset({ condition: 'good' }),
  'asset.status_changed': ofAsset({ status: 'Idle' }),
  async 'asset.transferred'(sandbox) {
    const { id: asset_id, elsewhere } = await createTrialAsset(sandbox);
    await sandbox.post(`assets/assets/${asset_id}/transfer`, { to_location_id: elsewhere });
    return { asset_id };
  },
  async 'asset.meter_threshold_reached'(sandbox, today) {
    const { id, change } = await createTrialAsset(sandbox);
    const readings = [{ reading_value: THRESHOLD, reading_date: today }];
    await change({ meters: [{ name: 'Trial hours', unit: 'h', threshold: THRESHOLD, readings }] });
    return { asset_id: id };
  },
  async 'inventory.low_stock'(sandbox) {
    return { item_id: await createTrialItem(sandbox, { min_stock_level: 5 }) };
  },
  async 'inventory.stock_changed'(sandbox) {
    return { item_id: await createTrialItem(sandbox) };
  },
  'technician.updated': ofTechnician({ availability_status: 'Busy' }),
};
