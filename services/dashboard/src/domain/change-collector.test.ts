import { createChangeCollector } from './change-collector';

it('names each changed record once', () => {
  const { add, take } = createChangeCollector();
  for (const id of [1, 2, 1]) add({ kind: 'job', id });
  add({ kind: 'item', id: 7 });
  add({ kind: 'delivery', id: null });
  add({ kind: 'delivery', id: 3 });

  expect(take()).toEqual([
    { kind: 'job', ids: [1, 2] },
    { kind: 'item', ids: [7] },
    { kind: 'delivery', ids: null },
  ]);
  expect(take()).toEqual([]);
});

it('reports a burst as "all records of the kind"', () => {
  const { add, take } = createChangeCollector();
  for (let id = 1; id <= 10_000; id += 1) add({ kind: 'job', id });

  expect(take()).toEqual([{ kind: 'job', ids: null }]);
});
