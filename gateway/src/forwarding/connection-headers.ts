/** Headers of a service's answer that concern only its connection with the gateway, or say what it is made of. */
export const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'date',
  'keep-alive',
  'server',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-powered-by',
]);
