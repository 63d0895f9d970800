import { randomBytes } from 'node:crypto';
import { createEncryption, DecryptionFailed } from './encryption';

const box = createEncryption([randomBytes(32)]);

it('opens what it has sealed, which does not show the text and never looks the same', () => {
  const sealed = box.encrypt('{"secret":"whsec_é"}', 'row 7');

  expect(box.decrypt(sealed, 'row 7')).toBe('{"secret":"whsec_é"}');
  expect(sealed.toString('latin1')).not.toContain('whsec');
  expect(box.encrypt('{"secret":"whsec_é"}', 'row 7').equals(sealed)).toBe(false);
});

it('does not open what is bound to something else or was sealed with another key', () => {
  const sealed = box.encrypt('text', 'row 7');

  expect(() => box.decrypt(sealed, 'row 8')).toThrow();
  expect(() => createEncryption([randomBytes(32)]).decrypt(sealed, 'row 7')).toThrow();
});

it('does not open what was changed in any byte, or cut', () => {
  const sealed = box.encrypt('text', 'row 7');

  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => box.decrypt(changed, 'row 7')).toThrow();
    expect(() => box.decrypt(sealed.subarray(0, at), 'row 7')).toThrow();
  }
});

describe('while the key is rotated', () => {
  const [former, current] = [randomBytes(32), randomBytes(32)];
  const old = createEncryption([former]);
  const both = createEncryption([current, former]);
  const fresh = createEncryption([current]);

  it('opens what either key has sealed, and seals with the first', () => {
    expect(both.decrypt(old.encrypt('text', 'row 7'), 'row 7')).toBe('text');
    expect(fresh.decrypt(both.encrypt('text', 'row 7'), 'row 7')).toBe('text');
  });

  it('seals again what the first key has not sealed', () => {
    const resealed = both.reencrypt(old.encrypt('text', 'row 7'), 'row 7') ?? Buffer.alloc(0);

    expect(fresh.decrypt(resealed, 'row 7')).toBe('text');
    expect(both.reencrypt(resealed, 'row 7')).toBeUndefined();
  });

  it('says that nothing of ENCRYPTION_KEY opens what was sealed with neither', () => {
    const sealed = old.encrypt('text', 'row 7');

    expect(() => fresh.decrypt(sealed, 'row 7')).toThrow(DecryptionFailed);
    expect(() => fresh.reencrypt(sealed, 'row 7')).toThrow(/ENCRYPTION_KEY/);
    expect(() => both.reencrypt(sealed, 'row 8')).toThrow(DecryptionFailed);
  });
});
