import { isZoneKnown } from '@svc/kernel';
import type { CompanyPlace } from './company';
import type { User } from './user';

/** What a message says, whoever gets it. */
export interface MessageText {
  /** One line. */
  readonly title: string;
  /** Paragraphs, separated by blank lines. */
  readonly text: string;
}

/** A moment in the company's zone, with the zone's abbreviation: "Nov 28, 2026, 10:51 AM EST". */
export const minuteOf = (at: Date, { zone, country }: CompanyPlace): string =>
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

/** A name as part of a line. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** The text of a mail to one user. */
export const mailText = ({ name, role }: Pick<User, 'name' | 'role'>, text: string): string =>
  `Hello ${name},\n\n${text}\n\nYou get this e-mail as ${role} of the account.\n`;

/** What a company's people are told, by e-mail and in the dashboard. */
export interface Message extends MessageText {
  /** The event that it is about; nobody is told of one twice. */
  readonly eventId: string;
  readonly companyId: number;
  readonly kind: string;
}
