import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

export interface AddressRanges {
  readonly isEmpty: boolean;
  includes(address: string): boolean;
}

const parseAddress = (text: string): Address => ipaddr.process(text);

function parseRange(text: string): [Address, number] {
  if (text.includes('/')) {
    const [address, bits] = ipaddr.parseCIDR(text);
    const mapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
    return mapped && bits >= 96 ? [address.toIPv4Address(), bits - 96] : [address, bits];
  }
  const address = parseAddress(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

const ADDRESS_BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** Accepts full notation only; ipaddr.js is a hundred times slower and takes "10.1". */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const maxBits = ADDRESS_BITS[isIP(address)];
  if (maxBits === undefined || address.includes('%') || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits);
}

export function parseAddressRanges(entries: readonly string[]): AddressRanges {
  const ranges = entries.map(parseRange);
  return {
    isEmpty: ranges.length === 0,
    includes(text) {
      if (!ipaddr.isValid(text)) return false;
      const address = parseAddress(text);
      return ranges.some(
        ([base, bits]) => base.kind() === address.kind() && address.match(base, bits),
      );
    },
  };
}

/** A zone (`%…`) may be any text and means something to the proxy alone. */
const isAddress = (text: string): boolean => isIP(text) !== 0 && !text.includes('%');

const MAPPED = '::ffff:';

/**
 * Reads X-Forwarded-For from right to left, as only what trusted proxies appended is true, and
 * stops at the first text that is no address.
 */
export function findClientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: AddressRanges,
): string {
  let address = unmapAddress(peer);
  if (trusted.isEmpty || forwardedFor === undefined) return address;
  const hops = forwardedFor.split(',');
  while (hops.length > 0 && trusted.includes(address)) {
    const hop = unmapAddress(withoutPort((hops.pop() ?? '').trim()));
    if (!isAddress(hop)) break;
    address = hop;
  }
  return address;
}

const ADDRESS_WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/;

/** Some proxies append the client's port, which differs for each connection. */
function withoutPort(hop: string): string {
  const [, inBrackets, ipv4] = ADDRESS_WITH_PORT.exec(hop) ?? [];
  return inBrackets ?? ipv4 ?? hop;
}

const unmapAddress = (address: string): string =>
  address.startsWith(MAPPED) && address.includes('.') ? address.slice(MAPPED.length) : address;
