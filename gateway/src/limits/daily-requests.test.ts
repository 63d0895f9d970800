import { createLogger } from '@svc/logging';
import { createDailyRequests, type RequestsOfDay } from './daily-requests';

it('counts what it could not write together with what came after it', async () => {
  const written: (readonly RequestsOfDay[])[] = [];
  let isAway = true;
  const requests = createDailyRequests(
    {
      async add(counted) {
        if (isAway) throw new Error('PostgreSQL is away');
        written.push(counted);
      },
      listSince: async () => [],
    },
    createLogger({ name: 'gateway', level: 'silent' }),
  );
  const [monday, tuesday] = [new Date('2026-03-02T23:59:59Z'), new Date('2026-03-03T00:00:00Z')];

  requests.note(1, { tier: 'list' }, monday);
  requests.note(1, { tier: 'write' }, monday);
  await requests.listSince(1, 0);
  isAway = false;
  requests.note(1, { tier: 'record' }, monday);
  requests.note(1, { tier: 'record' }, tuesday);
  requests.note(2, { tier: 'write' }, tuesday);
  await requests.close();

  expect(written).toEqual([
    expect.arrayContaining([
      { companyId: 1, day: 20_514, reads: 2, writes: 1 },
      { companyId: 1, day: 20_515, reads: 1, writes: 0 },
      { companyId: 2, day: 20_515, reads: 0, writes: 1 },
    ]),
  ]);
});
