import { useSession } from '../session/session';
import { getCompanyClock, type CompanyClock } from './company-clock';
import { getReadableTimes } from './readable-times';

export function useTimes() {
  const { clock, country } = useSession().company;
  return getReadableTimes(clock, country);
}

export const useCompanyClock = (): CompanyClock =>
  getCompanyClock(useSession().company.clock.rules);

export function Time({ value }: { readonly value: string }) {
  const { exact, moment } = useTimes();
  return (
    <time dateTime={value} title={exact(value)} style={{ whiteSpace: 'nowrap' }}>
      {moment(value)}
    </time>
  );
}
