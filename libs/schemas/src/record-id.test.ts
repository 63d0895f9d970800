import { isRecordNumber } from '@svc/contracts';
import { recordId } from './record-id';

const VALUES = [
  ...[1, 7, 2 ** 31, 2 ** 53 - 1],
  ...[2 ** 53, 1e20, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY],
  ...['1', '', true, null, [1], {}],
];

it.each(VALUES)('takes %p as everybody does', (value) => {
  const { error } = recordId().required().validate(value, { convert: false });

  expect(error === undefined).toBe(isRecordNumber(value));
});
