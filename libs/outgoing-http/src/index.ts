export { addressGuard, isNetwork, type AddressGuard } from './address-guard';
export { allowedAddresses, BlockedAddress } from './allowed-addresses';
export { createOutgoingHttp, type OutgoingHttp, type OutgoingHttpSettings } from './post';
export type { PostLimits, PostOptions, PostResult } from './post';
export { hostOf, systemResolver, type ResolveHost } from './resolve-host';
export type { TransportError } from './transport-error';
