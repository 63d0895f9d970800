import { describeEndedRelease } from './node-release';

it.each([
  ['v20.19.0', 'Node.js 20 has ended and gets no more security fixes: move to 24 LTS.'],
  ['v20.20.2', 'Node.js 20 has ended and gets no more security fixes: move to 24 LTS.'],
  ['v23.11.1', 'Node.js 23 has ended and gets no more security fixes: move to 24 LTS.'],
  ['v22.23.3', undefined],
  ['v24.21.0', undefined],
  ['v26.10.0', undefined],
])('of %s it says %j', (version, line) => {
  expect(describeEndedRelease(version)).toBe(line);
});
