import { INTERNAL_READS, type Caller, type CustomerCard } from '@svc/contracts';
import type { Shown } from '../domain/webhook-body';
import type { Owners } from './record-reader';

type Fields = Readonly<Record<string, unknown>>;

/** The newest records of a company, for sample events; undefined where it has none. */
export interface LatestRecords {
  job(caller: Caller): Promise<Shown | undefined>;
  customer(caller: Caller): Promise<Shown | undefined>;
}

export const latestRecords = ({ jobs, customers }: Owners): LatestRecords => ({
  async job(caller) {
    const job = await jobs.read<Fields>('/internal/jobs/latest', caller);
    return job && { object: job, version: Number(job['version']) };
  },

  async customer(caller) {
    const customer = await customers.read<Fields>('/internal/customers/latest', caller);
    if (!customer) return undefined;
    const path = `${INTERNAL_READS.customers}?ids=${String(customer['customer_id'])}`;
    const [card] = (await customers.read<CustomerCard[]>(path, caller)) ?? [];
    return { object: customer, version: card?.version ?? 1 };
  },
});
