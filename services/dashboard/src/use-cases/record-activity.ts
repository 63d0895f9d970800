import type { ActivityKind } from '../../contract/values';
import { createActivity, type LoggedChange } from '../domain/activity';
import type { Requester } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { notifyCompany } from './notify-company';

const OF_RECORDS: readonly ActivityKind[] = ['webhook', 'calendar', 'deletion'];

export const recordActivity =
  ({ transact, notified, publicUrl, now }: Dependencies) =>
  async ({ person, mode }: Requester, { kind, what, notice }: LoggedChange): Promise<void> => {
    await transact(async (unit) => {
      const at = now();
      const isOfTest = mode === 'test' && OF_RECORDS.includes(kind);
      const said = isOfTest ? `${what} (test data)` : what;
      await unit.activities.add(createActivity(person, kind, said), at);
      if (notice) await notifyCompany(unit, publicUrl)(notice, at);
    });
    if (notice) notified(notice.companyId);
  };
