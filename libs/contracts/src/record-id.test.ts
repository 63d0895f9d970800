import { isRecordId, isRecordNumber, MAX_RECORD_ID, toRecordId } from './record-id';

it.each([
  ['1', 1],
  ['9007199254740991', 9_007_199_254_740_991],
])('reads %s', (text, id) => {
  expect(isRecordId(text)).toBe(true);
  expect(toRecordId(text)).toBe(id);
});

it.each(['', '0', '-1', '+1', '01', '1.0', '1e3', ' 1', '1\n', '0x1', '١'])(
  'refuses %j',
  (text) => {
    expect(isRecordId(text)).toBe(false);
    expect(toRecordId(text)).toBeUndefined();
  },
);

it('knows that an id past 2^53-1 is well-formed and names no record', () => {
  expect(isRecordId('9007199254740992')).toBe(true);
  expect(toRecordId('9007199254740992')).toBeUndefined();
});

it.each([1, 4, MAX_RECORD_ID])('takes the number %p', (value) => {
  expect(isRecordNumber(value)).toBe(true);
});

it.each([0, -1, 1.5, 2 ** 53, 1e20, Number.NaN, '1', true, null, undefined, [1], {}])(
  'takes no id in %p',
  (value) => {
    expect(isRecordNumber(value)).toBe(false);
  },
);
