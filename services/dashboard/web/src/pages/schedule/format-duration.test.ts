import { formatDuration } from './format-duration';

it.each([
  ['09:00', '11:00', '2 h'],
  ['09:00', '09:45', '45 min'],
  ['09:00', '11:30', '2 h 30 min'],
  ['09:00', '09:00', ''],
])('of a job from %s to %s', (start, end, expected) => {
  const at = (time: string): string => `2026-03-04T${time}:00-05:00`;
  expect(formatDuration({ scheduled_start: at(start), scheduled_end: at(end) })).toBe(expected);
  expect(formatDuration({ scheduled_start: at(start), scheduled_end: null })).toBe('');
});
