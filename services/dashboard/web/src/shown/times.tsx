import { useSession } from '../session/session';
import { getCompanyClock, type CompanyClock } from './company-clock';
import { getReadableTimes } from './readable-times';
import { useNow } from './use-now';

export function useTimes() {
  const { clock, country } = useSession().company;
  return getReadableTimes(clock, country);
}

export const useCompanyClock = (): CompanyClock =>
  getCompanyClock(useSession().company.clock.rules);

interface TimeProps {
  readonly value: string;
  readonly hasSeconds?: boolean;
  /** Leaves the time of day out. */
  readonly isDate?: boolean;
}

export function Time({ value, hasSeconds = false, isDate = false }: TimeProps) {
  const { exact, moment, second, dateAt } = useTimes();
  const withTime = hasSeconds ? second : moment;
  return (
    <time dateTime={value} title={exact(value)} style={{ whiteSpace: 'nowrap' }}>
      {(isDate ? dateAt : withTime)(value)}
    </time>
  );
}

/** Grows by itself, once a minute. */
export function Ago({ value }: { readonly value: string }) {
  const { ago, exact } = useTimes();
  const now = useNow();
  return (
    <time dateTime={value} title={exact(value)} style={{ whiteSpace: 'nowrap' }}>
      {ago(value, now)}
    </time>
  );
}
