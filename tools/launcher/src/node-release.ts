/** Releases that start everything, but get no more fixes themselves. */
const ENDED: readonly string[] = ['20', '21', '23'];

/** What to say of a release of Node.js that has ended; undefined of any other. */
export function endedRelease(version: string): string | undefined {
  const [major = ''] = version.replace('v', '').split('.');
  if (!ENDED.includes(major)) return undefined;
  return `Node.js ${major} has ended and gets no more security fixes: move to 24 LTS.`;
}
