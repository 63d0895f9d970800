import { createHostSlots, type HostSlots } from './host-slots';

const HOST = 'hooks.example';

function takeAll(slots: HostSlots, companyId: number): number {
  let taken = 0;
  while (slots.acquire(HOST, companyId)) taken += 1;
  return taken;
}

it('gives a company half of what a host is sent at a time, and the next one half of the rest', () => {
  const slots = createHostSlots();
  expect([1, 2, 3].map((companyId) => takeAll(slots, companyId))).toEqual([64, 32, 16]);
  expect(slots.acquire('another.example', 1)).toBe(true);
});

it('gives every company one, however many others have all that there are', () => {
  const slots = createHostSlots();
  for (let companyId = 1; companyId <= 20; companyId += 1) {
    expect(takeAll(slots, companyId)).toBeGreaterThan(0);
  }
  slots.release(HOST, 20);
  expect(takeAll(slots, 20)).toBe(1);
});
