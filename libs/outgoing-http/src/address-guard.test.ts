import { createAddressGuard, isNetwork } from './address-guard';

const guard = createAddressGuard([]);

describe('createAddressGuard', () => {
  it.each([
    // This network, private, shared, loopback, link-local
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    // Assignments, documentation, AS112, AMT, 6to4, benchmarking
    '192.0.0.1',
    '192.0.0.170',
    '192.0.2.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.175.48.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    // Multicast, reserved, broadcast
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    // Cloud platforms
    '168.63.129.16',
    '161.26.0.10',
    '166.8.0.1',
    '166.11.255.255',
    '199.36.153.4',
    '199.36.153.11',
    '2600:2d00:2:1000::',
    '2600:2d00:2:10ff:ffff:ffff:ffff:ffff',
    '2600:2d00:2:2000::',
    '2600:2d00:2:20ff:ffff:ffff:ffff:ffff',
    '34.118.224.1',
    '34.118.239.255',
    '2600:2d00:0:4::1',
    '2600:2d00:0:4:ffff:ffff:ffff:ffff',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd20:ce::254',
    // Unspecified, loopback, unique local, link-local, site-local, multicast
    '::',
    '::1',
    'fc00::1',
    'fd12:3456:789a::1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fec0::1',
    'ff02::1',
    // Discard-only, dummy, segment routing, documentation, benchmarking, ORCHID, Teredo, AS112
    '100::1',
    '100:0:0:1::1',
    '5f00::1',
    '2001:db8::1',
    '3fff::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001::1',
    '2620:4f:8000::1',
    // Mapped, translated, compatible, NAT64, 6to4
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:0:127.0.0.1',
    '::127.0.0.1',
    '::7f00:1',
    '::8.8.8.8',
    '64:ff9b::127.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '::ffff:168.63.129.16',
    '::ffff:a83f:8110',
    '::168.63.129.16',
    '64:ff9b::168.63.129.16',
    '64:ff9b::a83f:8110',
    '64:ff9b:1::a83f:8110',
    '2002:a83f:8110::1',
    '2001:0:a83f:8110::1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    '',
    'localhost',
    '127.1.1.1.1',
  ])('refuses %s', (address) => {
    expect(guard.allows(address)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '34.118.223.255',
    '34.118.240.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '161.25.255.255',
    '161.27.0.0',
    '166.7.255.255',
    '166.12.0.0',
    '168.63.129.15',
    '168.63.129.17',
    '199.36.153.3',
    '199.36.153.12',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2600:2d00:0:3:ffff:ffff:ffff:ffff',
    '2600:2d00:0:5::',
    '2600:2d00:2:fff:ffff:ffff:ffff:ffff',
    '2600:2d00:2:1100::',
    '2600:2d00:2:1fff:ffff:ffff:ffff:ffff',
    '2600:2d00:2:2100::',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
    '2001:4860:4860::8888',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('allows %s', (address) => {
    expect(guard.allows(address)).toBe(true);
  });

  it('exempts the configured networks and nothing beside them', () => {
    const exempting = createAddressGuard(['127.0.0.0/8', 'fd00::/8']);

    expect(exempting.allows('127.0.0.1')).toBe(true);
    expect(exempting.allows('::ffff:127.0.0.1')).toBe(true);
    expect(exempting.allows('fd00::1')).toBe(true);
    expect(exempting.allows('10.0.0.1')).toBe(false);
    expect(exempting.allows('::1')).toBe(false);
  });

  it('knows a network from other text', () => {
    expect(isNetwork('127.0.0.0/8')).toBe(true);
    expect(isNetwork('127.0.0.1')).toBe(false);
    expect(isNetwork('127.0.0.0/33')).toBe(false);
  });
});
