import type { RequestListener } from 'node:http';
import { runRolledBack } from '@svc/database';
import { createServiceApp, createDryRunRoutes, type DryRun, type ServiceApp } from '@svc/http';
import type { DataSource, EntityManager } from 'typeorm';
import type { Companies } from './domain/company';
import { adminRoutes } from './http/admin-routes';
import { liveRoutes } from './http/live-routes';
import { servePages } from './http/pages';
import { isDashboardPath, createPeopleApp } from './http/people-app';
import { peopleRoutes } from './http/people-routes';
import { serveCalendars } from './http/serve-calendars';
import type { LiveBrowsers } from './live/live-browsers';
import { createOwners, type OwnerClients } from './owners/owners';
import { createActivityLog } from './persistence/activities';
import { createCalendarLinks } from './persistence/calendar-links';
import { createInvitations } from './persistence/invitations';
import { createMembers } from './persistence/members';
import { createNotifications } from './persistence/notifications';
import type { PasswordHashes } from './persistence/password-hash';
import { createSessions } from './persistence/sessions';
import { createTimezones } from './persistence/timezones';
import { createTransact } from './persistence/transaction';
import { createTwoSteps } from './persistence/two-steps';
import { createUserRepository } from './persistence/user-repository';
import { createDashboardUseCases, type DashboardUseCases } from './use-cases';

export interface DashboardDependencies extends Omit<ServiceApp, 'routers'>, Companies {
  readonly db: DataSource;
  readonly clients: OwnerClients;
  readonly passwords: PasswordHashes;
  readonly onCommitted: () => void;
  readonly onNotificationsChanged: (companyId: number) => void;
  readonly browsers: Pick<LiveBrowsers, 'openStream'>;
  readonly webFolder: string;
  readonly publicUrl: string;
}

/** Creates one app for browsers and one for the operator; only the listener is shared. */
export function dashboardApp({
  db,
  readCompany,
  forgetCompany,
  clients,
  passwords,
  onCommitted,
  onNotificationsChanged,
  browsers,
  webFolder,
  publicUrl,
  now,
  ...rest
}: DashboardDependencies): {
  callback(): RequestListener;
} {
  const createUseCases = (on: DataSource | EntityManager) =>
    createDashboardUseCases({
      users: createUserRepository(db.manager),
      members: createMembers(db),
      invitations: createInvitations(db),
      notifications: createNotifications(db),
      sessions: createSessions(db),
      activities: createActivityLog(db),
      calendarLinks: createCalendarLinks(db),
      timezones: createTimezones(db),
      twoSteps: createTwoSteps(db),
      passwords,
      transact: createTransact(on, onCommitted),
      owners: createOwners(clients),
      readCompany,
      forgetCompany,
      onNotificationsChanged,
      publicUrl,
      now,
    });
  const useCases = createUseCases(db);
  const dryRun: DryRun<DashboardUseCases> = (work) =>
    runRolledBack(db, (tx) => work(createUseCases(tx)));
  const operators = createServiceApp({
    ...rest,
    routers: [createDryRunRoutes(dryRun, adminRoutes), adminRoutes(useCases)],
    now,
  }).callback();
  const people = createPeopleApp({
    ...rest,
    routers: [liveRoutes(browsers), ...peopleRoutes(useCases)],
    pages: servePages(webFolder),
    calendars: serveCalendars(useCases.readCalendar),
    useSession: useCases.useSession,
    readCompany,
    now,
  }).callback();
  return {
    callback: () => (request, response) =>
      void (isDashboardPath(request.url ?? '') ? people : operators)(request, response),
  };
}
