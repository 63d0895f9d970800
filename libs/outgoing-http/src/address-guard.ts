import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Address, number];

/** IANA's special-purpose registries, multicast and reserved. */
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
 * Public, but inside a cloud they reach its platform, which trusts any caller: Azure, IBM Cloud,
 * Google's private APIs, and GKE's default Services range.
 */
const PLATFORM_IPV4 = [
  '168.63.129.16/32',
  '161.26.0.0/16',
  '166.8.0.0/14',
  '199.36.153.4/30',
  '199.36.153.8/30',
  '34.118.224.0/20',
];

const PLATFORM_IPV6 = ['2600:2d00:2:1000::/56', '2600:2d00:2:2000::/56', '2600:2d00:0:4::/64'];

const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const toRange = (cidr: string): Range => ipaddr.parseCIDR(cidr);

const isWithin = (address: Address, [base, bits]: Range): boolean =>
  base.kind() === address.kind() && address.match(base, bits);

const specialIpv4 = [...SPECIAL_IPV4, ...PLATFORM_IPV4].map(toRange);
const specialIpv6 = [...SPECIAL_IPV6, ...PLATFORM_IPV6].map(toRange);
const globalUnicast = toRange('2000::/3');
const nat64 = toRange('64:ff9b::/96');

/** Returns the IPv4 address inside mapped and NAT64 forms. */
function toReachedAddress(text: string): Address {
  const address = ipaddr.parse(text);
  if (!(address instanceof ipaddr.IPv6)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return isWithin(address, nat64) ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : address;
}

/** ipaddr.js reads this deprecated notation as a mapped address. */
const COMPATIBLE = /^::\d+\./;

export interface AddressGuard {
  allows(address: string): boolean;
}

export const isNetwork = (text: string): boolean => ipaddr.isValidCIDR(text);

export function createAddressGuard(exemptNetworks: readonly string[]): AddressGuard {
  const exempt = exemptNetworks.map(toRange);
  return {
    allows(text) {
      // A zone is valid on one network link only.
      if (!ipaddr.isValid(text) || text.includes('%') || COMPATIBLE.test(text)) return false;
      const address = toReachedAddress(text);
      if (exempt.some((range) => isWithin(address, range))) return true;
      if (address.kind() === 'ipv4') return !specialIpv4.some((range) => isWithin(address, range));
      return (
        isWithin(address, globalUnicast) && !specialIpv6.some((range) => isWithin(address, range))
      );
    },
  };
}
