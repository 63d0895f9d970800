import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Address, number];

/**
 * IANA's special-purpose registries, multicast and reserved. IPv6 is allowed inside 2000::/3 only.
 */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/**
 * Public by the registries, but inside a cloud they reach its platform, which trusts any caller:
 * Azure, IBM Cloud, Google's private APIs, and the default Services range of GKE.
 */
const PLATFORM_IPV4 = [
  '168.63.129.16/32',
  '161.26.0.0/16',
  '166.8.0.0/14',
  '199.36.153.4/30',
  '199.36.153.8/30',
  '34.118.224.0/20',
];

/** Google's private APIs and GKE's Services. */
const PLATFORM_IPV6 = ['2600:2d00:2:1000::/56', '2600:2d00:2:2000::/56', '2600:2d00:0:4::/64'];

const GLOBAL_UNICAST = '2000::/3';

/** Protocol assignments with Teredo and ORCHID, documentation, 6to4, AS112. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const NAT64 = '64:ff9b::/96';

const rangeOf = (cidr: string): Range => ipaddr.parseCIDR(cidr);

const within = (address: Address, [base, bits]: Range): boolean =>
  base.kind() === address.kind() && address.match(base, bits);

const specialIpv4 = [...SPECIAL_IPV4, ...PLATFORM_IPV4].map(rangeOf);
const specialIpv6 = [...SPECIAL_IPV6, ...PLATFORM_IPV6].map(rangeOf);
const globalUnicast = rangeOf(GLOBAL_UNICAST);
const nat64 = rangeOf(NAT64);

/** The address that a connection reaches: mapped and NAT64 forms contain an IPv4 address. */
function reached(text: string): Address {
  const address = ipaddr.parse(text);
  if (!(address instanceof ipaddr.IPv6)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return within(address, nat64) ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : address;
}

/** ipaddr.js would read this deprecated notation as a mapped address. */
const COMPATIBLE = /^::\d+\./;

export interface AddressGuard {
  allows(address: string): boolean;
}

export const isNetwork = (text: string): boolean => ipaddr.isValidCIDR(text);

export function addressGuard(exemptNetworks: readonly string[]): AddressGuard {
  const exempt = exemptNetworks.map(rangeOf);
  return {
    allows(text) {
      // A zone is valid on one network link only.
      if (!ipaddr.isValid(text) || text.includes('%') || COMPATIBLE.test(text)) return false;
      const address = reached(text);
      if (exempt.some((range) => within(address, range))) return true;
      if (address.kind() === 'ipv4') return !specialIpv4.some((range) => within(address, range));
      return within(address, globalUnicast) && !specialIpv6.some((range) => within(address, range));
    },
  };
}
