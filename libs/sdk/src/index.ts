export {
  splitAddress,
  type ApiCall,
  type CallInput,
  type CallOptions,
  type CallTable,
  type Send,
} from './call';
export { createCalls } from './calls';
export {
  listCalls,
  resolveSchema,
  type ApiDocument,
  type ApiSchema,
  type DocumentedCall,
} from './document';
export * from './errors';
export { type List, type Page } from './list';
export { toCallName, toGroupName } from './names';
export { createSend, type Settings } from './send';
export * from './verify-webhook';
