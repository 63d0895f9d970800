import ipaddr from 'ipaddr.js';

/** Whoever has one IPv6 address usually has all that begin with the same 64 bits. */
const IPV6_PREFIX = 64;

/** Under what limits count a client: its IPv4 address, or the network of its IPv6 address. */
export function clientOf(address: string): string {
  // Nearly all are IPv4 already, and each request asks.
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_PREFIX}`).toString();
}
