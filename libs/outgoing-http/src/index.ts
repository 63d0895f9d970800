export { createAddressGuard as addressGuard, isNetwork, type AddressGuard } from './address-guard';
export { resolveAllowedAddresses as allowedAddresses, BlockedAddress } from './allowed-addresses';
export { createOutgoingHttp, type OutgoingHttp, type OutgoingHttpSettings } from './post';
export type { SendConditions } from './connection';
export type { PostLimits, PostOptions, PostResult } from './post';
export {
  toHostName as hostOf,
  createSystemResolver as systemResolver,
  type ResolveHost,
} from './resolve-host';
export type { TransportError } from './transport-error';
