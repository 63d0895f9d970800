export { createAddressGuard, isNetwork, type AddressGuard } from './address-guard';
export { resolveAllowedAddresses, BlockedAddress } from './allowed-addresses';
export { createOutgoingHttp, type OutgoingHttp, type OutgoingHttpSettings } from './post';
export type { SendConditions } from './connection';
export type { PostLimits, PostOptions, PostResult } from './post';
export { toHostName, createSystemResolver, type ResolveHost } from './resolve-host';
export type { TransportError } from './transport-error';
