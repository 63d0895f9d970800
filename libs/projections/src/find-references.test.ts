import { createCaller } from '@svc/testing';
import { createFindReferences } from './find-references';
import type { Missing } from './fetch-missing';
import type { Projection } from './projection';

interface Wanted {
  readonly assetIds: readonly number[];
}

/** The owner has some assets that are not copied yet. */
function given(ofOwner: readonly number[]) {
  const copies = new Set<number>();
  const reads: number[] = [];
  const asked: number[][] = [];
  const assets = {
    async fetch(_, ids) {
      asked.push([...ids]);
      const found = ids.filter((id) => ofOwner.includes(id));
      for (const id of found) copies.add(id);
      return found;
    },
  } as Pick<Projection, 'fetch'> as Projection;
  const find = createFindReferences<Wanted, { known: number[] }>(
    async () => [],
    { assets },
    {
      async read(questions) {
        reads.push(questions.length);
        return questions.map(({ assetIds }, at) => ({
          position: at + 1,
          known: assetIds.filter((id) => copies.has(id)),
        }));
      },
      findMissing: ({ assetIds }, { known }): Missing<string> => ({
        assets: assetIds.filter((id) => !known.includes(id)),
      }),
    },
  );
  return { find, reads, asked };
}

it('reads copies once where their owner has none of what is missing', async () => {
  const { find, reads, asked } = given([]);
  const caller = createCaller();
  const operations = Array.from({ length: 100 }, (_, at) => ({ assetIds: [2 * at, 2 * at + 1] }));

  const found = await Promise.all(operations.map((wanted) => find(wanted, caller)));

  expect(found).toEqual(operations.map(() => expect.objectContaining({ known: [] })));
  expect(reads).toEqual([100]);
  expect(asked.map((ids) => ids.length)).toEqual([200]);
});

it('asks an owner once in a call for what it does not have', async () => {
  const { find, asked } = given([]);
  const caller = createCaller();
  await find({ assetIds: [1, 2] }, caller);

  await find({ assetIds: [2, 1] }, caller);
  await find({ assetIds: [1] }, createCaller());

  expect(asked).toEqual([[1, 2], [1]]);
});

it('reads again what an owner had', async () => {
  const { find, reads } = given([7]);

  expect(await find({ assetIds: [6, 7] }, createCaller())).toMatchObject({ known: [7] });
  expect(reads).toEqual([1, 1]);
});
