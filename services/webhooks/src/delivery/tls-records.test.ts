import { recordCounter } from './tls-records';

/** Of application data, by TLS 1.2 or newer. */
function record(length: number): Buffer {
  const bytes = Buffer.alloc(5 + length, 0xff);
  Buffer.from([23, 3, 3, length >> 8, length & 0xff]).copy(bytes);
  return bytes;
}

const THREE = Buffer.concat([record(0), record(16_401), record(1)]);

it.each([1, 2, 3, 4, 5, 6, 7, 16_384, THREE.length])(
  'counts each record once, in reads of %d bytes',
  (size) => {
    const count = recordCounter();
    let records = 0;
    for (let at = 0; at < THREE.length; at += size) {
      records += count(THREE.subarray(at, at + size));
    }
    expect(records).toBe(3);
  },
);

it('counts a record where it begins, with the last byte of its header', () => {
  const count = recordCounter();
  expect([count(record(10).subarray(0, 4)), count(record(10).subarray(4, 5))]).toEqual([0, 1]);
  expect(count(Buffer.concat([record(10).subarray(5), record(3), record(2)]))).toBe(2);
});
