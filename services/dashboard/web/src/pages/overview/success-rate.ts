/** Such as "98.7% succeeded"; rounds down, so that 100% means all. Undefined if there were none. */
export function formatSuccessRate(succeeded: number, failed: number): string | undefined {
  const total = succeeded + failed;
  if (total === 0) return undefined;
  return `${(Math.floor((1_000 * succeeded) / total) / 10).toLocaleString('en')}% succeeded`;
}
