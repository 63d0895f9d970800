/** Resolves after pending I/O callbacks, so that long work does not block other requests. */
export { setImmediate as yieldToEventLoop } from 'node:timers/promises';
