const HOME = '/dashboard';
const SIGN_IN = `${HOME}/sign-in`;
/** Of the dashboard; resolved, so that `..` and backslashes lead nowhere else. */
const BASE = 'http://dashboard.invalid';

/** Where a person goes who has signed in: where they came from, if that is a page of the dashboard. */
export function pageAfterSignIn(next: string | undefined): string {
  if (next === undefined || !URL.canParse(next, BASE)) return HOME;
  const { origin, pathname, search } = new URL(next, BASE);
  const isPage = (pathname === HOME || pathname.startsWith(`${HOME}/`)) && pathname !== SIGN_IN;
  return origin === BASE && isPage ? `${pathname}${search}` : HOME;
}
