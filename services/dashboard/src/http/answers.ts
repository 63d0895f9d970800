import { answer } from '@svc/http';
import type { NotificationAnswer } from '../../contract/notifications';
import { ROLES } from '../../contract/rights';
import type { SessionAnswer } from '../../contract/session';
import type { Company } from '../domain/company';
import type { Person } from '../domain/person';
import type { User } from '../domain/user';
import type { Notification } from '../persistence/notifications';

export const userAnswer = answer((user: User, { zone }, show) => ({
  user_id: show.id(user.id),
  email: show.text(user.email),
  name: show.text(user.name),
  role: show.oneOf(ROLES, user.role),
  created_at: show.timestamp(user.createdAt, zone),
  updated_at: show.timestamp(user.updatedAt, zone),
}));

export const notificationAnswer = answer(
  (notification: Notification, { zone }, show): NotificationAnswer => ({
    notification_id: show.id(notification.id),
    user_id: show.id(notification.userId),
    kind: show.text(notification.kind),
    title: show.text(notification.title),
    text: show.text(notification.text),
    created_at: show.timestamp(notification.createdAt, zone),
    read_at: show.optionalTimestamp(notification.readAt, zone),
  }),
);

/** Who is signed in. */
export interface ShownSession {
  readonly person: Person;
  readonly company: Company;
  readonly twoStep: boolean;
  readonly unread: number;
}

export const sessionAnswer = answer(
  ({ person, company, twoStep, unread }: ShownSession, _view, show): SessionAnswer => ({
    user: {
      user_id: show.id(person.userId),
      name: show.text(person.name),
      email: show.text(person.email),
      role: show.oneOf(ROLES, person.role),
      two_step: show.flag(twoStep),
    },
    company: {
      company_id: show.id(company.companyId),
      slug: show.text(company.slug),
      name: show.text(company.name),
      timezone: show.text(company.zone),
      country: show.text(company.country),
      plan: show.text(company.plan),
      features: show.texts(company.features),
    },
    unread: show.count(unread),
  }),
);
