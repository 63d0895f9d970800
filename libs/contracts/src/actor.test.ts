import { parseKeyId, toKeyActor } from './actor';

it('names an API key by its id, and finds the id in that name again', () => {
  expect(toKeyActor(4)).toBe('api_key:4');
  expect(parseKeyId('api_key:4')).toBe(4);
});

it.each([
  ...['ui', 'scheduled', 'portal', '', 'api_key:', 'api_key:4x', 'my api_key:4'],
  ...['api_key:0', 'api_key:04', 'api_key:9007199254740992'],
])('finds no key in %p', (actor) => {
  expect(parseKeyId(actor)).toBeUndefined();
});
