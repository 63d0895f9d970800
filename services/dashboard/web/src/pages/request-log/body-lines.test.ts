import { parseBodyLines } from './body-lines';

const BODY = {
  title: 'Pump: "loud"',
  skills: [{ skill_name: '' }, 'x'],
  none: {},
  location: { city: null },
};

it('reads like indented JSON', () => {
  const lines = parseBodyLines(JSON.stringify(BODY)) ?? [];
  expect(lines.map(({ text }) => text).join('\n')).toBe(JSON.stringify(BODY, null, 2));
});

it('names the line of a field as field errors do', () => {
  const lines = parseBodyLines(JSON.stringify(BODY)) ?? [];
  const textOf = (path: string) => lines.find((line) => line.path === path)?.text;
  expect(textOf('title')).toBe('  "title": "Pump: \\"loud\\"",');
  expect(textOf('skills.0.skill_name')).toBe('      "skill_name": ""');
  expect(textOf('skills.1')).toBe('    "x"');
  expect(textOf('location.city')).toBe('    "city": null');
});

it('does not read a body that was cut', () => {
  expect(parseBodyLines('{"title": "Pu')).toBeUndefined();
});
