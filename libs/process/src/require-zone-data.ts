import { MIN_ZONE_DATA } from '@svc/contracts';
import { FatalError } from './fatal-error';

/** Rejects outdated zone data, which would show times unlike the other processes. */
export function requireZoneData(): void {
  const { node, tz } = process.versions;
  if (tz !== undefined && tz >= MIN_ZONE_DATA) return;
  throw new FatalError(
    `The time zone data of Node.js ${node} are ${tz ?? 'none'}; ${MIN_ZONE_DATA} or newer are needed. Use a newer release of Node.js.`,
  );
}
