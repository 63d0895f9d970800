import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTimes } from '../../shown/times';
import { getMonday, isDate } from './days';
import type { ScheduleView } from './queries';
import { useIsPhone } from './use-is-phone';

export interface ScheduleAddress {
  readonly from: string;
  readonly view: ScheduleView;
  /** The requested day; a week may begin before it. */
  readonly date: string;
  show(date: string, view: ScheduleView): void;
}

export function useScheduleAddress(): ScheduleAddress {
  const search = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const navigate = useNavigate();
  const { today } = useTimes();
  const [openedOn] = useState(today);
  const isPhone = useIsPhone();
  const view = search['view'] === 'week' && !isPhone ? 'week' : 'day';
  const date = isDate(search['from']) ? search['from'] : openedOn;
  return {
    view,
    date,
    from: view === 'week' ? getMonday(date) : date,
    show: (from, next) =>
      void navigate({
        to: '.',
        search: { ...search, from, view: next } as never,
        resetScroll: false,
      }),
  };
}
