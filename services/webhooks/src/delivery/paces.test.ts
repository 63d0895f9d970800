import { createPaces, type Paces } from './paces';

const PAUSE_MS = 15_000;
const ONE = 1;

let at = 0;
let paces: Paces;
beforeEach(() => {
  at = 1_764_000_000_000;
  paces = createPaces(PAUSE_MS, () => new Date(at));
});

const fail = (times: number, endpointId = ONE): void => {
  for (let count = 0; count < times; count += 1) paces.markEnded(endpointId, false);
};

it('gives an endpoint more requests at once with each success, and another one no more', () => {
  expect(paces.countFreeSlots(ONE, 0)).toBe(4);

  paces.markEnded(ONE, true);

  expect(paces.countFreeSlots(ONE, 0)).toBe(5);
  expect(paces.countFreeSlots(ONE, 3)).toBe(2);
  expect(paces.countFreeSlots(2, 0)).toBe(4);
});

it('gives an endpoint sixteen requests at once at most', () => {
  for (let count = 0; count < 13; count += 1) paces.markEnded(ONE, true);

  expect(paces.countFreeSlots(ONE, 0)).toBe(16);
  expect(paces.countFreeSlots(ONE, 16)).toBe(0);
});

it('parks an endpoint after five failures in a row, for a while', () => {
  fail(4);
  expect(paces.countBackingOff()).toBe(0);

  fail(1);
  expect(paces.countBackingOff()).toBe(1);
  expect(paces.countFreeSlots(ONE, 0)).toBe(0);

  at += PAUSE_MS;
  expect(paces.countBackingOff()).toBe(0);
  expect(paces.countFreeSlots(ONE, 0)).toBe(1);
});

it('lets first attempts and retries take turns', () => {
  expect(paces.shouldRetryFirst(ONE)).toBe(false);

  paces.markClaimed(ONE, false);
  expect(paces.shouldRetryFirst(ONE)).toBe(true);

  paces.markClaimed(ONE, true);
  expect(paces.shouldRetryFirst(ONE)).toBe(false);
});

it('remembers ten thousand endpoints, and forgets the one whose attempt ended longest ago', () => {
  fail(1, ONE);
  fail(1, 2);
  fail(1, ONE);

  for (let endpointId = 3; endpointId <= 10_001; endpointId += 1) fail(1, endpointId);

  expect(paces.countFreeSlots(2, 0)).toBe(4);
  expect(paces.countFreeSlots(ONE, 0)).toBe(1);
});
