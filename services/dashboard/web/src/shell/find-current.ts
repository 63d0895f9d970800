/** Returns the longest of the paths that the page is at or below. */
export const findCurrent = (pathname: string, paths: readonly string[]): string | undefined =>
  paths
    .filter((path) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((one, other) => other.length - one.length)[0];
