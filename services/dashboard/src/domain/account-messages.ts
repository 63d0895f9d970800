import type { CompanyPlace } from './company';
import { minuteOf, type MessageText } from './message';
import type { Browser } from './person';
import { deviceName } from './device-name';

export interface AccountMessage extends MessageText {
  readonly kind: string;
}

export const newDevice = (
  { address, userAgent }: Browser,
  at: Date,
  company: CompanyPlace,
): AccountMessage => ({
  kind: 'account.new_device',
  title: 'Your account was used in a new browser',
  text: [
    `Somebody signed in to your account at ${minuteOf(at, company)} from the address ${address}, in a browser that you have not used for it before: ${deviceName(userAgent)}.`,
    'If it was you, there is nothing to do. If it was not, change your password at once: that also signs everybody out.',
  ].join('\n\n'),
});

export const changedPassword = (
  { address }: Pick<Browser, 'address'>,
  at: Date,
  company: CompanyPlace,
): AccountMessage => ({
  kind: 'account.password_changed',
  title: 'Your password was changed',
  text: [
    `The password of your account was changed at ${minuteOf(at, company)} from the address ${address}. Wherever else you were signed in, you have been signed out.`,
    'If it was not you, choose another password at once by "Forgot password?" on the sign-in page.',
  ].join('\n\n'),
});

export const passwordForgotten = (link: string): AccountMessage => ({
  kind: 'account.password_link',
  title: 'Choose another password',
  text: [
    'Here you can choose another password for your account, within an hour and once:',
    link,
    'If you have not asked for this, there is nothing to do: your password stays as it is.',
  ].join('\n\n'),
});
