import { recordPieces } from './tls-records';

/** Of application data, by TLS 1.2 or newer. */
function record(length: number): Buffer {
  const bytes = Buffer.alloc(5 + length, 0xff);
  Buffer.from([23, 3, 3, length >> 8, length & 0xff]).copy(bytes);
  return bytes;
}

const THREE = Buffer.concat([record(0), record(16_401), record(1)]);

it.each([1, 2, 3, 4, 5, 6, 7, 16_384, THREE.length])(
  'counts each record once, and leaves out nothing, in reads of %d bytes',
  (size) => {
    const piecesOf = recordPieces(10);
    let records = 0;
    const passed: Buffer[] = [];
    for (let at = 0; at < THREE.length; at += size) {
      for (const piece of piecesOf(THREE.subarray(at, at + size))) {
        records += piece.records;
        passed.push(piece.bytes);
      }
    }
    expect(records).toBe(3);
    expect(Buffer.concat(passed).equals(THREE)).toBe(true);
  },
);

it('counts a record where the last byte of its header is', () => {
  const piecesOf = recordPieces(10);
  const count = (bytes: Buffer) => [...piecesOf(bytes)].map(({ records }) => records);
  expect(count(record(10).subarray(0, 4))).toEqual([0]);
  expect(count(record(10).subarray(4, 5))).toEqual([1]);
  expect(count(Buffer.concat([record(10).subarray(5), record(3), record(2)]))).toEqual([2]);
});

it('tells whether a piece ends where a record does', () => {
  const piecesOf = recordPieces(10);
  const areWhole = (bytes: Buffer) => [...piecesOf(bytes)].map(({ isWhole }) => isWhole);
  const two = Buffer.concat([record(10), record(0)]);
  expect(areWhole(two)).toEqual([true]);
  expect(areWhole(two.subarray(0, 3))).toEqual([false]);
  expect(areWhole(two.subarray(3, 14))).toEqual([false]);
  expect(areWhole(two.subarray(14, 15))).toEqual([true]);
  expect(areWhole(two.subarray(15))).toEqual([true]);
});

it('cuts where more records would begin than may, and nowhere else', () => {
  const read = Buffer.concat(Array<Buffer>(5).fill(record(22)));
  const pieces = [...recordPieces(2)(read)];
  expect(pieces.map(({ records }) => records)).toEqual([2, 2, 1]);
  expect(Buffer.concat(pieces.map(({ bytes }) => bytes)).equals(read)).toBe(true);
  expect([...recordPieces(5)(read)]).toHaveLength(1);
});
