import type Router from '@koa/router';
import type { LiveBrowsers } from '../live/live-browsers';
import { peopleRouter, requirePerson } from './person-routes';

export const liveRoutes = ({ openStream }: Pick<LiveBrowsers, 'openStream'>): Router =>
  peopleRouter().get('/live', (ctx) => {
    const { person, company, mode } = requirePerson(ctx, 'overview');
    const { sessionId, companyId } = person;
    const sandboxId = mode === 'test' ? company.sandboxId : undefined;
    ctx.body = openStream({ sessionId, companyId, sandboxId });
    ctx.type = 'text/event-stream';
    // Keeps nginx from buffering the events.
    ctx.set('X-Accel-Buffering', 'no');
  });
