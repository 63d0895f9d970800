import { splitAddress, type ApiCall } from './call';

const RECORDS: Readonly<Record<string, string>> = { inventory: 'Item' };

/** `/api/v1/jobs` → `jobs`, `/api/v1/hooks.php` → `hooks`. */
export const toGroupName = (call: ApiCall): string =>
  splitAddress(call).path.replace(/^.*\//, '').replace(/\..*$/, '');

/**
 * Drops the group's name from the operation: `changeJobStatus` → `changeStatus`, `listInventoryLocations` →
 * `listLocations`.
 */
export function toCallName(call: ApiCall): string {
  const group = toGroupName(call);
  const own = `${group.charAt(0).toUpperCase()}${group.slice(1)}`;
  const record = RECORDS[group] ?? own.replace(/s$/, '');
  return [record, own].reduce(
    (name, word) => name.replace(new RegExp(`(?<=[a-z])${word}s?(?=[A-Z]|$)`), ''),
    call.operation,
  );
}
