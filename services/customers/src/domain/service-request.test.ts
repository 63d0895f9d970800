import { summarizeDescription } from './service-request';

describe('the subject', () => {
  it.each([
    ['The unit is loud.', 'The unit is loud.'],
    ['\n  The unit is loud. \r\nSince Monday.', 'The unit is loud.'],
    ['a'.repeat(120), 'a'.repeat(120)],
    ['a'.repeat(121), `${'a'.repeat(119)}…`],
    ['🔧'.repeat(121), `${'🔧'.repeat(119)}…`],
  ])('of %j is %j', (description, subject) => {
    expect(summarizeDescription({ description })).toBe(subject);
  });
});
