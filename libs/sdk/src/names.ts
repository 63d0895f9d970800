import { addressOf, type Call } from './call';

/** What the records of a collection are called where its path does not say it in the plural. */
const RECORDS: Readonly<Record<string, string>> = { inventory: 'Item' };

/** `/api/v1/jobs` → `jobs`, `/api/v1/hooks.php` → `hooks`. */
export const groupOf = (call: Call): string =>
  addressOf(call).path.replace(/^.*\//, '').replace(/\..*$/, '');

/**
 * The name of a call in its group: the operation's without what the group says already, which is its
 * records' name, in the singular or plural, and its own: `changeJobStatus` → `changeStatus`,
 * `listItems` → `list`, `listInventoryLocations` → `listLocations`.
 */
export function nameOf(call: Call): string {
  const group = groupOf(call);
  const own = `${group.charAt(0).toUpperCase()}${group.slice(1)}`;
  const record = RECORDS[group] ?? own.replace(/s$/, '');
  return [record, own].reduce(
    (name, word) => name.replace(new RegExp(`(?<=[a-z])${word}s?(?=[A-Z]|$)`), ''),
    call.operation,
  );
}
