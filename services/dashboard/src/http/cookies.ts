import { DASHBOARD_PATH, SESSION_COOKIE } from '@svc/contracts';
import type { Context } from 'koa';
import { MAX_SESSION_LIFE_MS } from '../domain/session';

export interface Cookies {
  readonly sessionToken: string | undefined;
  readonly deviceToken: string | undefined;
  setSession(token: string): void;
  clearSession(): void;
  setDevice(token: string): void;
}

/** Browsers limit cookies to 400 days. */
const DEVICE_LIFE_MS = 400 * 24 * 3_600_000;

const TOKEN = /^[\w-]{43}$/;

/** The prefix `__Secure-` keeps plain-http pages from setting the cookies. */
export function createCookies(ctx: Context): Cookies {
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
    setSession(token) {
      ctx.cookies.set(session, token, { ...settings, maxAge: MAX_SESSION_LIFE_MS });
    },
    clearSession() {
      ctx.cookies.set(session, null, settings);
    },
    setDevice(token) {
      ctx.cookies.set(device, token, { ...settings, maxAge: DEVICE_LIFE_MS });
    },
  };
}
