export {
  addressOf,
  type Call,
  type CallOptions,
  type CallTable,
  type Input,
  type Send,
} from './call';
export { createCalls } from './calls';
export { callsOf, resolved, type ApiDocument, type DocumentedCall, type Schema } from './document';
export * from './errors';
export { type List, type Page } from './list';
export { groupOf, nameOf } from './names';
export { createSend, type Settings } from './send';
export * from './verify-webhook';
