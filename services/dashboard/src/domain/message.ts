import { isZoneKnown } from '@svc/kernel';
import type { CompanyPlace } from './company';
import type { User } from './user';

export interface MessageText {
  /** One line. */
  readonly title: string;
  /** Paragraphs separated by blank lines. */
  readonly text: string;
}

/** A record that changed, with the event's data. */
export interface RecordFacts<Data> {
  readonly id: number;
  readonly at: Date;
  readonly data: Data;
  readonly company: CompanyPlace;
}

/** Formats a time in the company's zone, such as "Nov 28, 2026, 10:51 AM EST". */
export const formatMinute = (at: Date, { zone, country }: CompanyPlace): string =>
  new Intl.DateTimeFormat(`en-${country}`, {
    timeZone: isZoneKnown(zone) ? zone : 'UTC',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
    .format(at)
    .replaceAll('\u202f', ' ');

export const toOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

export const formatMail = ({ name, role }: Pick<User, 'name' | 'role'>, text: string): string =>
  `Hello ${name},\n\n${text}\n\nYou receive this e-mail as ${role} of the account.\n`;
