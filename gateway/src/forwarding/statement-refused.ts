/** The error where a service refuses the gateway's statement: our fault, not the caller's. */
export const statementRefused = (service: string): Error =>
  new Error(`${service} does not accept what the gateway says of the caller.`);
