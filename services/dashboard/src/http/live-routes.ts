import type Router from '@koa/router';
import type { LiveBrowsers } from '../live/live-browsers';
import { peopleRouter, requirePerson } from './person-routes';

/** Tells a browser what has changed, by server-sent events, for as long as it listens. */
export const liveRoutes = ({ join }: Pick<LiveBrowsers, 'join'>): Router =>
  peopleRouter().get('/live', (ctx) => {
    const { person, company, mode } = requirePerson(ctx, 'records');
    const { sessionId, companyId } = person;
    const sandboxId = mode === 'test' ? company.sandboxId : undefined;
    ctx.body = join({ sessionId, companyId, sandboxId });
    ctx.type = 'text/event-stream';
    // A proxy such as nginx would keep it until it is much.
    ctx.set('X-Accel-Buffering', 'no');
  });
