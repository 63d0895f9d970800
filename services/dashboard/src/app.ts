import type { RequestListener } from 'node:http';
import { rolledBack } from '@svc/database';
import { createServiceApp, dryRuns, type DryRun, type ServiceApp } from '@svc/http';
import type { DataSource, EntityManager } from 'typeorm';
import type { Companies } from './domain/company';
import { adminRoutes } from './http/admin-routes';
import { liveRoutes } from './http/live-routes';
import { pages } from './http/pages';
import { isForPeople, peopleApp } from './http/people-app';
import { peopleRoutes } from './http/people-routes';
import type { LiveBrowsers } from './live/live-browsers';
import { keyNamesOf } from './owners/key-names';
import { ownersOf, type OwnerClients } from './owners/owners';
import { serviceRequestsOf } from './owners/service-requests';
import { activities } from './persistence/activities';
import { invitations } from './persistence/invitations';
import { members } from './persistence/members';
import { notifications } from './persistence/notifications';
import type { PasswordHashes } from './persistence/password-hash';
import { sessions } from './persistence/sessions';
import { timezones } from './persistence/timezones';
import { transactOn } from './persistence/transaction';
import { twoSteps } from './persistence/two-steps';
import { userRepository } from './persistence/user-repository';
import { dashboardUseCases, type DashboardUseCases } from './use-cases';

export interface DashboardDependencies extends Omit<ServiceApp, 'routers'>, Companies {
  readonly db: DataSource;
  readonly clients: OwnerClients;
  readonly passwords: PasswordHashes;
  readonly committed: () => void;
  readonly notified: (companyId: number) => void;
  readonly browsers: Pick<LiveBrowsers, 'join'>;
  readonly webFolder: string;
  readonly publicUrl: string;
}

/**
 * Creates two apps on one listener, without starting it: one for browsers, one for the operator.
 * They share only the signed token that each request carries.
 */
export function dashboardApp({
  db,
  companyOf,
  forgetCompany,
  clients,
  passwords,
  committed,
  notified,
  browsers,
  webFolder,
  publicUrl,
  now,
  ...rest
}: DashboardDependencies): {
  callback(): RequestListener;
} {
  const owners = ownersOf(clients);
  const useCasesOn = (on: DataSource | EntityManager) =>
    dashboardUseCases({
      users: userRepository(db.manager),
      members: members(db),
      invitations: invitations(db),
      notifications: notifications(db),
      sessions: sessions(db),
      activities: activities(db),
      timezones: timezones(db),
      twoSteps: twoSteps(db),
      passwords,
      transact: transactOn(on, committed),
      owners,
      companyOf,
      forgetCompany,
      keyNames: keyNamesOf(owners),
      serviceRequests: serviceRequestsOf(owners),
      notified,
      publicUrl,
      now,
    });
  const useCases = useCasesOn(db);
  const dryRun: DryRun<DashboardUseCases> = (work) => rolledBack(db, (tx) => work(useCasesOn(tx)));
  const operators = createServiceApp({
    ...rest,
    routers: [dryRuns(dryRun, adminRoutes), adminRoutes(useCases)],
    now,
  }).callback();
  const people = peopleApp({
    ...rest,
    routers: [liveRoutes(browsers), ...peopleRoutes(useCases)],
    pages: pages(webFolder),
    useSession: useCases.useSession,
    companyOf,
    now,
  }).callback();
  return {
    callback: () => (request, response) =>
      void (isForPeople(request.url ?? '') ? people : operators)(request, response),
  };
}
