import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { parseAddressRanges, findClientAddress, isAddressRange } from './address-ranges';

describe('address ranges', () => {
  it.each([
    ['10.0.0.0/8', '10.255.1.2', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.0.0.7', '10.0.0.7', true],
    ['10.0.0.7', '10.0.0.8', false],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['::ffff:10.0.0.0/104', '10.1.2.3', true],
    ['::ffff:10.0.0.7', '10.0.0.7', true],
    ['2001:db8::/32', '2001:db8:1::5', true],
    ['2001:db8::/32', '2001:db9::5', false],
    ['0.0.0.0/0', '::1', false],
    ['::/0', '10.0.0.1', false],
    ['10.0.0.0/8', 'not an address', false],
  ])('%s with %s: %s', (range, address, includes) => {
    expect(parseAddressRanges([range]).includes(address)).toBe(includes);
  });

  it('include what any entry includes', () => {
    const ranges = parseAddressRanges(['192.0.2.0/24', '198.51.100.7']);

    expect(['192.0.2.9', '198.51.100.7', '198.51.100.8'].map(ranges.includes)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each(['10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32', '::ffff:1.2.3.4'])(
    'can be written %s',
    (text) => {
      expect(isAddressRange(text)).toBe(true);
    },
  );

  it.each([
    '',
    '10.1',
    '0x7f000001',
    '010.0.0.1/8/9',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    'fe80::1%eth0',
    'a.b.c.d',
    '10.0.0.0/-1',
  ])('cannot be written %j', (text) => {
    expect(isAddressRange(text)).toBe(false);
  });
});

describe('isAddressRange', () => {
  it('accepts nothing that cannot be used', () => {
    const word = fc.constantFrom(
      ...'0 1 01 ffff 12345 256 :: 1.2.3.4 01.2.3.4 % /8 /033'.split(' '),
    );
    const texts = fc.array(word, { maxLength: 9 }).map((words) => words.join(':'));
    fc.assert(
      fc.property(fc.oneof(texts, fc.ipV4(), fc.ipV6()), (text) => {
        if (isAddressRange(text)) parseAddressRanges([text]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('asks ipaddr.js for none, which would take 60 ms for the thousand of a key', () => {
    const look = jest.spyOn(ipaddr.IPv6, 'parse');
    try {
      expect(isAddressRange('2001:db8::/32')).toBe(true);
      expect(look).not.toHaveBeenCalled();
    } finally {
      look.mockRestore();
    }
  });
});

describe('the client address', () => {
  const trusted = parseAddressRanges(['10.0.0.0/8', '::1']);
  const nobody = parseAddressRanges([]);

  it.each([
    ['203.0.113.9', '1.2.3.4', nobody, '203.0.113.9'],
    ['203.0.113.9', '1.2.3.4', trusted, '203.0.113.9'],
    ['10.0.0.1', undefined, trusted, '10.0.0.1'],
    ['10.0.0.1', '203.0.113.9', trusted, '203.0.113.9'],
    ['10.0.0.1', '1.1.1.1, 203.0.113.9', trusted, '203.0.113.9'],
    ['10.0.0.1', '1.1.1.1, 203.0.113.9, 10.9.9.9', trusted, '203.0.113.9'],
    ['10.0.0.1', '10.1.1.1, 10.9.9.9', trusted, '10.1.1.1'],
    ['::ffff:10.0.0.1', '::ffff:203.0.113.9', trusted, '203.0.113.9'],
    ['::1', ' 2001:db8::7 ', trusted, '2001:db8::7'],
    ['10.0.0.1', '203.0.113.9, unknown', trusted, '10.0.0.1'],
    ['10.0.0.1', '203.0.113.9, svc_live_x, 10.9.9.9', trusted, '10.9.9.9'],
    ['10.0.0.1', 'fe80::1%svc_live_x', trusted, '10.0.0.1'],
    ['10.0.0.1', '', trusted, '10.0.0.1'],
    ['10.0.0.1', '1.1.1.1:1, 203.0.113.9:50123', trusted, '203.0.113.9'],
    ['10.0.0.1', '203.0.113.9:50123, 10.9.9.9:443', trusted, '203.0.113.9'],
    ['10.0.0.1', '[2001:db8::7]:50123', trusted, '2001:db8::7'],
    ['10.0.0.1', '[2001:db8::7]', trusted, '2001:db8::7'],
    ['10.0.0.1', '[::ffff:203.0.113.9]:50123', trusted, '203.0.113.9'],
    ['10.0.0.1', '203.0.113.9, [::1]:443', trusted, '203.0.113.9'],
  ])('of peer %s with X-Forwarded-For %s', (peer, forwardedFor, ranges, address) => {
    expect(findClientAddress(peer, forwardedFor, ranges)).toBe(address);
  });
});
