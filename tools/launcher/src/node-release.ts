const ENDED: readonly string[] = ['20', '21', '23'];

/** Warns about a release without fixes; undefined for any other. */
export function describeEndedRelease(version: string): string | undefined {
  const [major = ''] = version.replace('v', '').split('.');
  if (!ENDED.includes(major)) return undefined;
  return `Node.js ${major} has ended and gets no more security fixes: move to 24 LTS.`;
}
