import { soundsUrgent } from './urgency';

it.each([
  'The basement smells of gas near the boiler.',
  'Gas leak!',
  'A pipe burst and water is everywhere',
  'We have no heat since Monday.',
  'Please come ASAP',
])('sounds urgent: %s', (text) => expect(soundsUrgent(text)).toBe(true));

it.each([
  'Save 40 percent on your advertising',
  'Please paint the fence.',
  'Yearly maintenance of the gasoline generator, bleakest corner of the yard',
])('sounds like a usual request: %s', (text) => expect(soundsUrgent(text)).toBe(false));
