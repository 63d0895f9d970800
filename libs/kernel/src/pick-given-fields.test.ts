import { pickGivenFields } from './pick-given-fields';

it('leaves out what is undefined, and nothing else', () => {
  const fields = { name: undefined, phone: null, notes: '', count: 0, isActive: false };

  expect(Object.entries(pickGivenFields(fields))).toEqual([
    ['phone', null],
    ['notes', ''],
    ['count', 0],
    ['isActive', false],
  ]);
});
