import { randomBytes } from 'node:crypto';
import { reencryptRows } from './reencrypt-rows';
import { createEncryption } from './encryption';

const [former, current] = [randomBytes(32), randomBytes(32)];
const old = createEncryption([former]);
const both = createEncryption([current, former]);

interface Row {
  readonly id: number;
  readonly sealed: Buffer;
}

/** Reads two rows at a time; `meanwhile` runs before each replacement. */
function tableOf(sealed: readonly Buffer[], meanwhile: (rows: Buffer[]) => void = () => undefined) {
  const rows = [...sealed];
  const reads: number[] = [];
  const reseal = () =>
    reencryptRows<Row>({
      async after(row) {
        const from = row ? row.id + 1 : 0;
        reads.push(from);
        return rows.slice(from, from + 2).map((each, at) => ({ id: from + at, sealed: each }));
      },
      reencrypt: (row) => both.reencrypt(row.sealed, 'row'),
      async replace(resealed) {
        meanwhile(rows);
        const unchanged = resealed.filter(([{ id, sealed: before }]) => rows[id]?.equals(before));
        for (const [{ id }, fresh] of unchanged) rows[id] = fresh;
        return unchanged.length;
      },
    });
  return { rows, reads, reseal };
}

const sealedBy = (box: typeof old, text: string): Buffer => box.encrypt(text, 'row');

it('seals all rows with the current key, a few at a time, and those that are so already never again', async () => {
  const texts = ['a', 'b', 'c', 'd', 'e'];
  const table = tableOf(texts.map((text, at) => sealedBy(at === 2 ? both : old, text)));

  expect(await table.reseal()).toEqual({ rewrapped: 4, already: 1, unreadable: 0 });
  expect(table.reads).toEqual([0, 2, 4, 5]);
  expect(table.rows.map((row) => createEncryption([current]).decrypt(row, 'row'))).toEqual(texts);

  const before = [...table.rows];
  expect(await table.reseal()).toEqual({ rewrapped: 0, already: 5, unreadable: 0 });
  expect(table.rows).toEqual(before);
});

it('leaves what no key opens, counts it and goes on', async () => {
  const lost = sealedBy(createEncryption([randomBytes(32)]), 'lost');
  const table = tableOf([lost, sealedBy(old, 'kept')]);

  expect(await table.reseal()).toEqual({ rewrapped: 1, already: 0, unreadable: 1 });
  expect(table.rows[0]).toBe(lost);
});

it('overwrites nothing that a request has written meanwhile', async () => {
  const newer = sealedBy(both, 'newer');
  const table = tableOf([sealedBy(old, 'older')], (rows) => (rows[0] = newer));

  expect(await table.reseal()).toEqual({ rewrapped: 0, already: 1, unreadable: 0 });
  expect(table.rows).toEqual([newer]);
});

it('ends with an error that is none of the rows', async () => {
  const failing = reencryptRows({
    after: async () => ['row'],
    reencrypt: () => {
      throw new TypeError('ours');
    },
    replace: async () => 0,
  });

  await expect(failing).rejects.toThrow('ours');
});
