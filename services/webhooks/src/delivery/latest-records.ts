import { RECORD_READS, type Caller, type RecordAnswer } from '@svc/contracts';
import type { CurrentRecord } from '../domain/webhook-body';
import type { Owners } from './record-reader';

/** The newest records of a company, for sample events; undefined where it has none. */
export interface LatestRecords {
  job(caller: Caller): Promise<CurrentRecord | undefined>;
  customer(caller: Caller): Promise<CurrentRecord | undefined>;
}

export const latestRecords = ({ jobs, customers }: Owners): LatestRecords => ({
  job: (caller) => jobs.read<RecordAnswer>(`${RECORD_READS.jobs}/latest`, caller),
  customer: (caller) => customers.read<RecordAnswer>(`${RECORD_READS.customers}/latest`, caller),
});
