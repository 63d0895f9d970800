/** Removes the record's id from a path. */
export const toListPath = (pathname: string): string => pathname.replace(/\/[^/]+$/, '') || '/';
