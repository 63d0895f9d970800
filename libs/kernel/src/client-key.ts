import ipaddr from 'ipaddr.js';

/** One subscriber usually has a whole /64. */
const IPV6_PREFIX = 64;

/** The rate-limit key of a client: its IPv4 address, or its IPv6 network. */
export function toClientKey(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_PREFIX}`).toString();
}
