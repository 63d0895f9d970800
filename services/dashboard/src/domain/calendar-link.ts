import { CALENDAR_PATH } from '@svc/contracts';
import type { Mode } from '../../contract/mode';

/** Whose jobs a link shows. A technician has one link at most. */
export interface CalendarKey {
  readonly companyId: number;
  readonly mode: Mode;
  readonly technicianId: number;
}

/** Null: the technician has no link. */
export interface CalendarLink {
  readonly createdAt: Date | null;
}

const LINK = /^([\w-]{43})\.ics$/;

export const createCalendarUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}${CALENDAR_PATH}/${token}.ics`;

/** Undefined for a path that no link has. */
export const readCalendarToken = (path: string): string | undefined =>
  LINK.exec(path.slice(CALENDAR_PATH.length + 1))?.[1];
