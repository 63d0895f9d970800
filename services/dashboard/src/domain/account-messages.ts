import type { CompanyPlace } from './company';
import { formatMinute, type MessageText } from './message';
import type { Browser } from './person';
import { describeDevice } from './device-name';

export interface AccountMessage extends MessageText {
  readonly kind: string;
}

export const createNewDeviceMessage = (
  { address, userAgent }: Browser,
  at: Date,
  company: CompanyPlace,
): AccountMessage => ({
  kind: 'account.new_device',
  title: 'New sign-in to your account',
  text: [
    `Someone signed in to your account at ${formatMinute(at, company)} from the address ${address}, in a browser that you have not used before: ${describeDevice(userAgent)}.`,
    'If this was you, ignore this e-mail. If not, reset your password with "Forgot password?" on the sign-in page: that signs you out everywhere.',
  ].join('\n\n'),
});

export const createPasswordChangedMessage = (
  { address }: Pick<Browser, 'address'>,
  at: Date,
  company: CompanyPlace,
): AccountMessage => ({
  kind: 'account.password_changed',
  title: 'Your password was changed',
  text: [
    `Your password was changed at ${formatMinute(at, company)} from the address ${address}. You were signed out everywhere else.`,
    'If this was not you, reset your password with "Forgot password?" on the sign-in page.',
  ].join('\n\n'),
});

export const createPasswordLinkMessage = (link: string): AccountMessage => ({
  kind: 'account.password_link',
  title: 'Reset your password',
  text: [
    'Choose a new password with this link. It works once, for one hour:',
    link,
    'If you did not ask for this, ignore this e-mail. Your password stays the same.',
  ].join('\n\n'),
});
