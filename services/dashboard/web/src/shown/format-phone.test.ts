import { formatPhone, toPhoneHref } from '../../../contract/format-phone';

it.each([
  ['+16305550114', '(630) 555-0114', 'tel:+16305550114'],
  ['+16305550114;ext=7', '(630) 555-0114 ext. 7', 'tel:+16305550114;ext=7'],
  ['+442079460018', '+442079460018', 'tel:+442079460018'],
  ['ask for 555 0114', 'ask for 555 0114', 'tel:5550114'],
])('shows %s as %s, and calls %s', (number, shown, href) => {
  expect(formatPhone(number)).toBe(shown);
  expect(toPhoneHref(number)).toBe(href);
});
