import ipaddr from 'ipaddr.js';

/** Whoever has one IPv6 address usually has all that begin with the same 64 bits. */
const IPV6_PREFIX = 64;

/** What one client is counted under, and its attempts and connections: its IPv4 address, or its IPv6 network. */
export function clientOf(address: string): string {
  // Nearly all are IPv4 already, and each request asks.
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_PREFIX}`).toString();
}
