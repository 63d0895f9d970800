import { useSession } from '../session/session';
import { companyClock, type CompanyClock } from './company-clock';
import { readableTimes } from './readable-times';

export function useTimes() {
  const { clock, country } = useSession().company;
  return readableTimes(clock, country);
}

export const useCompanyClock = (): CompanyClock => companyClock(useSession().company.clock.rules);

export function Time({ value }: { readonly value: string }) {
  const { exact, moment } = useTimes();
  return (
    <time dateTime={value} title={exact(value)} style={{ whiteSpace: 'nowrap' }}>
      {moment(value)}
    </time>
  );
}
