import { MODES, PLANS } from '@svc/contracts';
import { defineResponse } from '@svc/http';
import { ROLES } from '../../contract/rights';
import { ACTIVITY_KINDS, SEARCH_KINDS } from '../../contract/values';
import type { CalendarLink } from '../domain/calendar-link';
import type { Company } from '../domain/company';
import { getZoneClock, type OffsetRule, type ZoneClock } from '../domain/zone-clock';
import { describeDevice } from '../domain/device-name';
import { getInvitationExpiry, type Invitation } from '../domain/invitation';
import type { NoticeAction } from '../domain/notice';
import type { Person } from '../domain/person';
import type { FoundRecord, SearchResult } from '../domain/search';
import type { User } from '../domain/user';
import type { LoggedActivity } from '../persistence/activities';
import type { KnownPerson, Member } from '../persistence/members';
import type { Notification } from '../persistence/notifications';
import type { OwnSession } from '../persistence/sessions';
import { FIRST_STEPS, type FirstStep } from '../use-cases/first-steps';

export const userResponse = defineResponse((user: User, { zone }, show) => ({
  user_id: show.id(user.id),
  email: show.text(user.email),
  name: show.text(user.name),
  role: show.oneOf(ROLES, user.role),
  created_at: show.timestamp(user.createdAt, zone),
  updated_at: show.timestamp(user.updatedAt, zone),
}));

export const calendarLinkResponse = defineResponse((link: CalendarLink, { zone }, show) => ({
  created_at: show.optionalTimestamp(link.createdAt, zone),
}));

export const newCalendarLinkResponse = defineResponse((url: string, _view, show) => ({
  url: show.text(url),
}));

const noticeTargetResponse = defineResponse(
  ({ targetKind, targetId }: Pick<Notification, 'targetKind' | 'targetId'>, _view, show) => ({
    kind: show.text(targetKind),
    id: show.id(targetId),
  }),
);

/** `path` is that of a page below `/dashboard`. */
const noticeActionResponse = defineResponse(({ name, path }: NoticeAction, _view, show) => ({
  name: show.text(name),
  path: show.text(path),
}));

export const notificationResponse = defineResponse((notification: Notification, view, show) => ({
  notification_id: show.id(notification.id),
  user_id: show.id(notification.userId),
  kind: show.text(notification.kind),
  title: show.text(notification.title),
  text: show.text(notification.text),
  target: show.part(noticeTargetResponse, notification, view),
  mode: show.optionalOneOf(MODES, notification.mode),
  actions: show.list(noticeActionResponse, notification.actions, view),
  count: show.count(notification.count),
  created_at: show.timestamp(notification.createdAt, view.zone),
  read_at: show.optionalTimestamp(notification.readAt, view.zone),
}));

export const activityResponse = defineResponse((activity: LoggedActivity, { zone }, show) => ({
  activity_id: show.id(activity.id),
  time: show.timestamp(activity.at, zone),
  user_id: show.optionalId(activity.userId),
  who: show.text(activity.who),
  kind: show.oneOf(ACTIVITY_KINDS, activity.kind),
  what: show.text(activity.what),
  from: show.optionalText(activity.address),
}));

export const activityPersonResponse = defineResponse(({ id, name }: KnownPerson, _view, show) => ({
  user_id: show.id(id),
  name: show.text(name),
}));

export const firstStepResponse = defineResponse((step: FirstStep, _view, show) => ({
  name: show.oneOf(FIRST_STEPS, step.name),
  is_done: show.flag(step.isDone),
}));

export const memberResponse = defineResponse((member: Member, { zone }, show) => ({
  user_id: show.id(member.id),
  name: show.text(member.name),
  email: show.text(member.email),
  role: show.oneOf(ROLES, member.role),
  two_step: show.flag(member.hasTwoStep),
  created_at: show.timestamp(member.createdAt, zone),
  last_sign_in: show.optionalTimestamp(member.lastSignInAt, zone),
}));

export const invitationResponse = defineResponse((invitation: Invitation, { zone }, show) => ({
  invitation_id: show.id(invitation.id),
  email: show.text(invitation.email),
  role: show.oneOf(ROLES, invitation.role),
  invited_at: show.timestamp(invitation.createdAt, zone),
  valid_until: show.timestamp(getInvitationExpiry(invitation), zone),
}));

export const ownSessionResponse = defineResponse(
  (session: OwnSession & { readonly isCurrent: boolean }, { zone }, show) => ({
    session_id: show.id(session.id),
    device: show.text(describeDevice(session.userAgent)),
    address: show.text(session.address),
    signed_in_at: show.timestamp(session.signedInAt, zone),
    last_used_at: show.timestamp(session.lastUsedAt, zone),
    current: show.flag(session.isCurrent),
  }),
);

export interface SessionView {
  readonly person: Person;
  readonly company: Company;
  readonly twoStep: boolean;
  readonly unread: number;
}

const clockRuleResponse = defineResponse(({ from, offset, name }: OffsetRule, _view, show) => ({
  from: show.integer(from),
  offset: show.integer(offset),
  name: show.text(name),
}));

const clockResponse = defineResponse((clock: ZoneClock, view, show) => ({
  zone_name: show.text(clock.zone_name),
  rules: show.list(clockRuleResponse, clock.rules, view),
}));

export const sessionResponse = defineResponse(
  ({ person, company, twoStep, unread }: SessionView, view, show) => ({
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
      clock: show.part(clockResponse, getZoneClock(company.zone, company.country), view),
      country: show.text(company.country),
      plan: show.oneOf(PLANS, company.plan),
      features: show.texts(company.features),
    },
    unread: show.count(unread),
  }),
);

const foundRecordResponse = defineResponse((record: FoundRecord, _view, show) => ({
  kind: show.oneOf(SEARCH_KINDS, record.kind),
  title: show.text(record.title),
  detail: show.text(record.detail),
  path: show.text(record.path),
}));

export const searchResponse = defineResponse((result: SearchResult, view, show) => ({
  records: show.list(foundRecordResponse, result.records, view),
  unavailable: show.texts(result.unavailable),
}));
