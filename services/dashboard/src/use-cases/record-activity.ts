import type { ActivityKind } from '../../contract/values';
import { createActivity, type LoggedChange } from '../domain/activity';
import type { Requester } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { notifyCompany } from './notify-company';

const KINDS_WITH_TEST_DATA: readonly ActivityKind[] = ['webhook', 'calendar', 'deletion'];

export const recordActivity =
  ({ transact, onNotificationsChanged, publicUrl, now }: Dependencies) =>
  async ({ person, mode }: Requester, { kind, what, notice }: LoggedChange): Promise<void> => {
    await transact(async (unit) => {
      const at = now();
      const isTestData = mode === 'test' && KINDS_WITH_TEST_DATA.includes(kind);
      const text = isTestData ? `${what} (test data)` : what;
      await unit.activities.add(createActivity(person, kind, text), at);
      if (notice) await notifyCompany(unit, publicUrl)(notice, at);
    });
    if (notice) onNotificationsChanged(notice.companyId);
  };
