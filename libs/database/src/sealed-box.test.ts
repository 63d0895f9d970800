import { randomBytes } from 'node:crypto';
import { NotOpened, sealedBox } from './sealed-box';

const box = sealedBox([randomBytes(32)]);

it('opens what it has sealed, which does not show the text and never looks the same', () => {
  const sealed = box.seal('{"secret":"whsec_é"}', 'row 7');

  expect(box.open(sealed, 'row 7')).toBe('{"secret":"whsec_é"}');
  expect(sealed.toString('latin1')).not.toContain('whsec');
  expect(box.seal('{"secret":"whsec_é"}', 'row 7').equals(sealed)).toBe(false);
});

it('does not open what is bound to something else or was sealed with another key', () => {
  const sealed = box.seal('text', 'row 7');

  expect(() => box.open(sealed, 'row 8')).toThrow();
  expect(() => sealedBox([randomBytes(32)]).open(sealed, 'row 7')).toThrow();
});

it('does not open what was changed in any byte, or cut', () => {
  const sealed = box.seal('text', 'row 7');

  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => box.open(changed, 'row 7')).toThrow();
    expect(() => box.open(sealed.subarray(0, at), 'row 7')).toThrow();
  }
});

describe('while the key is rotated', () => {
  const [former, current] = [randomBytes(32), randomBytes(32)];
  const old = sealedBox([former]);
  const both = sealedBox([current, former]);
  const fresh = sealedBox([current]);

  it('opens what either key has sealed, and seals with the first', () => {
    expect(both.open(old.seal('text', 'row 7'), 'row 7')).toBe('text');
    expect(fresh.open(both.seal('text', 'row 7'), 'row 7')).toBe('text');
  });

  it('seals again what the first key has not sealed', () => {
    const resealed = both.reseal(old.seal('text', 'row 7'), 'row 7') ?? Buffer.alloc(0);

    expect(fresh.open(resealed, 'row 7')).toBe('text');
    expect(both.reseal(resealed, 'row 7')).toBeUndefined();
  });

  it('says that nothing of ENCRYPTION_KEY opens what was sealed with neither', () => {
    const sealed = old.seal('text', 'row 7');

    expect(() => fresh.open(sealed, 'row 7')).toThrow(NotOpened);
    expect(() => fresh.reseal(sealed, 'row 7')).toThrow(/ENCRYPTION_KEY/);
    expect(() => both.reseal(sealed, 'row 8')).toThrow(NotOpened);
  });
});
