import { DomainError } from '@svc/contracts';
import { countRecords, type Owner, type Requester } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { EXAMPLE_CUSTOMERS, createExampleJobs, EXAMPLE_TECHNICIANS } from './example-data';

interface SavedCustomer {
  readonly locations: readonly { readonly location_id: number }[];
}

/** Entries that exist already stay as they are, so a fill that failed can be repeated. */
export const fillSandbox =
  ({ owners, now }: Pick<Dependencies, 'owners' | 'now'>) =>
  async (requester: Requester): Promise<void> => {
    if (requester.mode !== 'test')
      throw new DomainError(
        'conflict',
        'Switch to test data first: live records stay as they are.',
      );
    if ((await countRecords(owners, requester, 'jobs', '/jobs')) > 0)
      throw new DomainError('conflict', 'Your test data has jobs already.');

    async function save<Saved>(owner: Owner, path: string, entries: readonly object[]) {
      const call = { method: 'PUT', path: `${path}/batch`, body: { entries } } as const;
      return (await owners.call<readonly Saved[]>(requester, owner, call)).body.data;
    }
    const [technicians, customers] = await Promise.all([
      save<{ technician_id: number }>('technicians', '/technicians', EXAMPLE_TECHNICIANS),
      save<SavedCustomer>('customers', '/customers', EXAMPLE_CUSTOMERS),
    ]);
    const jobs = createExampleJobs({
      now: now(),
      zone: requester.company.zone,
      technicianIds: technicians.map(({ technician_id: id }) => id),
      locationIds: customers.flatMap(({ locations }) => locations.map((each) => each.location_id)),
    });
    await save('jobs', '/jobs', jobs);
  };
