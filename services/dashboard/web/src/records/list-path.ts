/** Returns the path of the list that a record's path is below. */
export const toListPath = (pathname: string): string => pathname.replace(/\/[^/]+$/, '') || '/';
