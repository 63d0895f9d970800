import { useSession } from '../session/session';
import { companyClock, type CompanyClock } from './company-clock';
import { readableTimes } from './readable-times';

/** How times are written for this company: in its zone, in the manner of its country. */
export function useTimes() {
  const { clock, country } = useSession().company;
  return readableTimes(clock, country);
}

/** The company's clock, by the server's time zone data. */
export const useCompanyClock = (): CompanyClock => companyClock(useSession().company.clock.rules);

/** A moment in the company's zone; `value` is ISO 8601, as the API writes it. */
export function Time({ value }: { readonly value: string }) {
  const { exact, moment } = useTimes();
  return (
    <time dateTime={value} title={exact(value)} style={{ whiteSpace: 'nowrap' }}>
      {moment(value)}
    </time>
  );
}
