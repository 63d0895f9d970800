export {
  splitAddress as addressOf,
  type ApiCall as Call,
  type CallOptions,
  type CallTable,
  type CallInput as Input,
  type Send,
} from './call';
export { createCalls } from './calls';
export {
  listCalls as callsOf,
  resolveSchema as resolved,
  type ApiDocument,
  type DocumentedCall,
  type ApiSchema as Schema,
} from './document';
export * from './errors';
export { type List, type Page } from './list';
export { toGroupName as groupOf, toCallName as nameOf } from './names';
export { createSend, type Settings } from './send';
export * from './verify-webhook';
