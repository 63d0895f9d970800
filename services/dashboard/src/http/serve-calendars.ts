import { hash } from 'node:crypto';
import { DomainError, isCalendarPath } from '@svc/contracts';
import type { Context, Middleware } from 'koa';
import { readCalendarToken } from '../domain/calendar-link';
import type { DashboardUseCases } from '../use-cases';
import type { PeopleState } from './person-routes';

/** Serves a calendar at its secret link, without a session or an API key. */
export const serveCalendars =
  (readCalendar: DashboardUseCases['readCalendar']): Middleware =>
  async (ctx, next) => {
    if (!isCalendarPath(ctx.path)) return next();
    const token = readCalendarToken(ctx.path);
    if (token === undefined) throw new DomainError('not_found', 'Record not found.');
    const calendar = await readCalendar(token, (ctx.state as PeopleState).requestId);
    sendCalendar(ctx, calendar);
  };

function sendCalendar(ctx: Context, calendar: string): void {
  ctx.status = 200;
  ctx.etag = hash('sha256', calendar, 'base64url');
  ctx.set({ 'Cache-Control': 'private, no-cache', 'Referrer-Policy': 'no-referrer' });
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = 'text/calendar; charset=utf-8';
  ctx.set('Content-Disposition', 'inline; filename="jobs.ics"');
  ctx.body = calendar;
}
