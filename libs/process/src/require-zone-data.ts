import { MIN_ZONE_DATA } from '@svc/contracts';
import { FatalError } from './fatal-error';

/** Refuses to start with time zone data that would show times unlike the other processes do. */
export function requireZoneData(): void {
  const { node, tz } = process.versions;
  if (tz !== undefined && tz >= MIN_ZONE_DATA) return;
  throw new FatalError(
    `The time zone data of Node.js ${node} are ${tz ?? 'none'}; ${MIN_ZONE_DATA} or newer are needed. Use a newer release of Node.js.`,
  );
}
