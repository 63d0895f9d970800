import { DomainError } from '@svc/contracts';
import type { CalendarJobsResponse, TechnicianResponse } from '../../contract/responses';
import { formatCalendar } from '../domain/calendar';
import { createCalendarUrl, type CalendarKey, type CalendarLink } from '../domain/calendar-link';
import type { Requester } from '../owners/owners';
import { createToken } from '../persistence/tokens';
import type { Dependencies } from './dependencies';
import { recordActivity } from './record-activity';

const toKey = ({ company: { companyId }, mode }: Requester, technicianId: number): CalendarKey => ({
  companyId,
  mode,
  technicianId,
});

const readFromOwner = async <Data>(
  { owners }: Pick<Dependencies, 'owners'>,
  requester: Parameters<Dependencies['owners']['call']>[0],
  owner: 'technicians' | 'jobs',
  path: string,
): Promise<Data> => (await owners.call<Data>(requester, owner, { method: 'GET', path })).body.data;

const getName = ({ first_name: first, last_name: last }: TechnicianResponse): string =>
  `${first} ${last}`;

export const getCalendarLink =
  ({ calendarLinks }: Pick<Dependencies, 'calendarLinks'>) =>
  async (requester: Requester, technicianId: number): Promise<CalendarLink> => ({
    createdAt: await calendarLinks.readCreatedAt(toKey(requester, technicianId)),
  });

/** Returns the address, which nobody can read again; the previous link ends. */
export const createCalendarLink =
  (dependencies: Dependencies) =>
  async (requester: Requester, technicianId: number): Promise<string> => {
    const { calendarLinks, publicUrl, now } = dependencies;
    const path = `/technicians/${technicianId}`;
    const technician = await readFromOwner<TechnicianResponse>(
      dependencies,
      requester,
      'technicians',
      path,
    );
    const token = createToken();
    await calendarLinks.replace(toKey(requester, technicianId), token, now());
    const what = `Created a calendar link for ${getName(technician)}`;
    await recordActivity(dependencies)(requester, { kind: 'calendar', what });
    return createCalendarUrl(publicUrl, token);
  };

/** @throws not_found if there is none */
export const revokeCalendarLink =
  (dependencies: Dependencies) =>
  async (requester: Requester, technicianId: number): Promise<void> => {
    const isRevoked = await dependencies.calendarLinks.delete(toKey(requester, technicianId));
    if (!isRevoked) throw new DomainError('not_found', 'This technician has no calendar link.');
    const what = `Revoked the calendar link of technician ${technicianId}`;
    await recordActivity(dependencies)(requester, { kind: 'calendar', what });
  };

/** @throws not_found for a link that was revoked or never existed, and for inactive technicians */
export const readCalendar =
  (dependencies: Dependencies) =>
  async (token: string, requestId: string): Promise<string> => {
    const { calendarLinks, readCompany, now } = dependencies;
    const key = await calendarLinks.find(token);
    if (!key) throw new DomainError('not_found', 'Record not found.');
    const { companyId, mode, technicianId } = key;
    const company = await readCompany(companyId, requestId);
    const requester = { company, mode, requestId };
    const path = `/technicians/${technicianId}`;
    const read = <Data>(owner: 'technicians' | 'jobs', at: string): Promise<Data> =>
      readFromOwner<Data>(dependencies, requester, owner, at);
    const technician = await read<TechnicianResponse>('technicians', path);
    if (technician.status !== 'Active') throw new DomainError('not_found', 'Record not found.');
    const { jobs } = await read<CalendarJobsResponse>('jobs', `${path}/calendar`);
    const { zone } = company;
    return formatCalendar({ name: getName(technician), companyId, zone, at: now(), jobs });
  };
