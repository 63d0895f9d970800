import type { LiveChange } from '../../../contract/live';
import type { ChangedRecords } from './queries-by-kind';

/** Parses one server-sent event; undefined for comments. */
export function parseChange(message: string): ChangedRecords | undefined {
  const fields = new Map(
    message.split('\n').map((line) => {
      const [, name = '', value = ''] = /^(\w*): ?(.*)$/.exec(line) ?? [];
      return [name, value];
    }),
  );
  if (fields.get('event') === 'everything') return 'everything';
  if (fields.get('event') !== 'change') return undefined;
  return JSON.parse(fields.get('data') ?? '') as LiveChange;
}
