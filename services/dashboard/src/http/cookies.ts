import { DASHBOARD_PATH, SESSION_COOKIE } from '@svc/contracts';
import type { Context } from 'koa';
import { LONGEST_LIFE_MS } from '../domain/session';

/** The secrets that a browser keeps for us. */
export interface Cookies {
  /** The session's, if the browser sent one. */
  readonly sessionToken: string | undefined;
  /** By which the browser is known after a session, if it sent one. */
  readonly deviceToken: string | undefined;
  keepSession(token: string): void;
  dropSession(): void;
  keepDevice(token: string): void;
}

/** Browsers keep no cookie for longer. */
const DEVICE_LIFE_MS = 400 * 24 * 3_600_000;

const TOKEN = /^[\w-]{43}$/;

/**
 * The cookies of one request, for pages below /dashboard and no script. Behind https they are for https
 * alone: a browser then takes a name with the prefix from nobody else.
 */
export function cookiesOf(ctx: Context): Cookies {
  const settings = {
    path: DASHBOARD_PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure: ctx.secure,
    overwrite: true,
  } as const;
  const nameOf = (name: string): string => (ctx.secure ? `__Secure-${name}` : name);
  const session = nameOf(SESSION_COOKIE);
  const device = nameOf('fsm_device');

  function read(name: string): string | undefined {
    const token = ctx.cookies.get(name);
    return token !== undefined && TOKEN.test(token) ? token : undefined;
  }

  return {
    sessionToken: read(session),
    deviceToken: read(device),
    keepSession(token) {
      ctx.cookies.set(session, token, { ...settings, maxAge: LONGEST_LIFE_MS });
    },
    dropSession() {
      ctx.cookies.set(session, null, settings);
    },
    keepDevice(token) {
      ctx.cookies.set(device, token, { ...settings, maxAge: DEVICE_LIFE_MS });
    },
  };
}
