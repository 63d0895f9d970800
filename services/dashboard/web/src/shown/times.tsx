import { useSession } from '../session/session';
import { readableTimes } from './readable-times';

/** How times are written for this company: in its zone, in the manner of its country. */
export function useTimes() {
  const { timezone, country } = useSession().company;
  return readableTimes(timezone, country);
}

/** A moment in the company's zone; `value` is ISO 8601, as the API writes it. */
export function Time({ value }: { readonly value: string }) {
  const { exact, moment } = useTimes();
  return (
    <time dateTime={value} title={exact(value)} style={{ whiteSpace: 'nowrap' }}>
      {moment(value)}
    </time>
  );
}
