/** Of a service that refuses what the gateway vouches for: a fault of ours, and none of whoever asked. */
export const unbelieved = (service: string): Error =>
  new Error(`${service} does not accept what the gateway says of the caller.`);
