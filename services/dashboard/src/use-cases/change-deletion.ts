import type { Context } from '@svc/contracts';
import type { AssetAnswer } from '../../contract/assets';
import type { CustomerAnswer } from '../../contract/customers';
import type { JobAnswer } from '../../contract/jobs';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordActivity } from './record-activity';

/** A kind of record that its owner deletes and restores. Paths follow the owner's `/admin`. */
interface Deletable<Found> {
  readonly owner: Context;
  readonly readFrom: string;
  readonly changeAt: string;
  readonly isDeleted: (found: Found) => boolean;
  readonly nameOf: (found: Found) => string;
}

const JOB: Deletable<JobAnswer> = {
  owner: 'jobs',
  readFrom: '/jobs',
  changeAt: '/jobs',
  isDeleted: (job) => job.deleted,
  nameOf: (job) => `the job ${job.job_id}, ${job.job_title}`,
};

const CUSTOMER: Deletable<CustomerAnswer> = {
  owner: 'customers',
  readFrom: '/dashboard/customers',
  changeAt: '/customers',
  isDeleted: (customer) => customer.removed_at !== null,
  nameOf: (customer) => `the customer ${customer.customer_id}, ${customer.customer_name}`,
};

const ASSET: Deletable<AssetAnswer> = {
  owner: 'assets',
  readFrom: '/assets',
  changeAt: '/assets',
  isDeleted: (asset) => asset.deleted,
  nameOf: (asset) => `the asset ${asset.asset_tag}, ${asset.asset_name}`,
};

/** Deletes or restores a record and logs it; nothing is logged where that changes nothing. @throws not_found */
const changeDeletion =
  <Found>(record: Deletable<Found>, action: 'delete' | 'restore', done: string) =>
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number): Promise<void> => {
    const { owner, readFrom, changeAt, isDeleted, nameOf } = record;
    const { admin } = dependencies.owners;
    const read = { method: 'GET', path: `${readFrom}/${id}` } as const;
    const { data: found } = await admin<Found>(asker, owner, read);
    if (isDeleted(found) === (action === 'delete')) return;
    await admin(asker, owner, { method: 'POST', path: `${changeAt}/${id}/${action}`, body: {} });
    await recordActivity(dependencies, asker, {
      kind: 'deletion',
      what: `${done} ${nameOf(found)}`,
    });
  };

export const deleteJob = changeDeletion(JOB, 'delete', 'Deleted');
export const restoreJob = changeDeletion(JOB, 'restore', 'Restored');
/** The customer's locations leave every answer of the API, too. */
export const removeCustomer = changeDeletion(CUSTOMER, 'delete', 'Removed');
export const restoreCustomer = changeDeletion(CUSTOMER, 'restore', 'Restored');
export const deleteAsset = changeDeletion(ASSET, 'delete', 'Deleted');
export const restoreAsset = changeDeletion(ASSET, 'restore', 'Restored');
