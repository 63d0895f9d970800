import { jobCard } from './jobs';

const CARD = { job_id: 1, job_status: 'New', deleted: false, required_parts: [], version: 1 };
const PART = { item_id: 1, location_id: 1, quantity: 1 };

const isTaken = (card: object): boolean =>
  jobCard.validate(card, { convert: false }).error === undefined;

it('takes the card of a job with its parts', () => {
  expect(isTaken({ ...CARD, required_parts: [PART] })).toBe(true);
});

it.each([0, -1, 1.5, 2 ** 53, '1', null, undefined])('takes no record with the id %p', (id) => {
  expect(isTaken({ ...CARD, job_id: id })).toBe(false);
  expect(isTaken({ ...CARD, required_parts: [{ ...PART, item_id: id }] })).toBe(false);
  expect(isTaken({ ...CARD, required_parts: [{ ...PART, location_id: id }] })).toBe(false);
});
