const HOME = '/dashboard';
const SIGN_IN = `${HOME}/sign-in`;
/** Resolving against a base neutralizes `..` and backslashes. */
const BASE = 'http://dashboard.invalid';

/** Returns the requested page if it belongs to the dashboard. */
export function findNextPage(next: string | undefined): string {
  if (next === undefined || !URL.canParse(next, BASE)) return HOME;
  const { origin, pathname, search } = new URL(next, BASE);
  const isPage = (pathname === HOME || pathname.startsWith(`${HOME}/`)) && pathname !== SIGN_IN;
  return origin === BASE && isPage ? `${pathname}${search}` : HOME;
}
