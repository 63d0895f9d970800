/** A service that rejects the gateway's token is our fault, not the caller's. */
export const createTokenRejected = (service: string): Error =>
  new Error(`${service} rejected the gateway's token: check clocks and secrets.`);
