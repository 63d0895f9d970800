/**
 * Options of Node.js for a service, which must stand before the program.
 *
 * Pages of a list are large and short-lived. With these a service that answered 10,000 of them holds
 * 125 MB, with the defaults 170 MB, of which 25 MB live: V8 puts off collecting what it may keep. A
 * smaller young generation is no help, the rows of a page outlive it.
 */
const SERVICE_FLAGS = [
  '--max-semi-space-size=8',
  '--initial-old-space-size=32',
  '--heap-growing-percent=30',
];

/**
 * V8's threads for collecting wake each other up for every small collection: a sixth of the gateway's
 * processor time for a read, and a third for a page of a list.
 */
const ONE_COLLECTOR = '--single-threaded-gc';

/** Stack traces name the lines of the sources (`tools/workspace/bundle.mjs` says at what cost). */
const SOURCE_MAPS = '--enable-source-maps';

/** The gateway keeps V8's default sizes: what it handles dies young, and collecting often costs it a sixth. */
export const nodeFlags = (program: string): readonly string[] =>
  program === 'gateway'
    ? [SOURCE_MAPS, ONE_COLLECTOR]
    : [SOURCE_MAPS, ONE_COLLECTOR, ...SERVICE_FLAGS];
