import { groupRejections } from './group-rejections';

const day = (errors: Readonly<Record<string, number>>) => ({
  date: '2026-03-02',
  errors: Object.entries(errors).map(([error, requests]) => ({ error, requests })),
});

it('names the most frequent errors first, and adds up the rest', () => {
  const days = [
    day({ not_found: 1, conflict: 5 }),
    day({ not_found: 7, forbidden: 2, no_fields: 1 }),
  ];

  expect(groupRejections(days, 3)).toEqual({
    names: ['not_found', 'conflict', 'Other'],
    counts: [
      [1, 5, 0],
      [7, 0, 3],
    ],
  });
  expect(groupRejections(days, 4).names).toHaveLength(4);
  expect(groupRejections([day({})], 4)).toEqual({ names: [], counts: [[]] });
});
