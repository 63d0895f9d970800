/**
 * Options of Node.js for a service, which must stand before the program.
 *
 * Pages of a list are large and short-lived. With these a service that answered 10,000 of them holds
 * 115 MB, with the defaults 170 MB, of which 25 MB live: V8 puts off collecting what it may keep. Twice the
 * young generation (V8 takes powers of two) is 15 MB more, and a page costs its service a twentieth less.
 */
const SERVICE_FLAGS = [
  '--max-semi-space-size=4',
  '--initial-old-space-size=32',
  '--heap-growing-percent=30',
];

/**
 * V8's threads for collecting wake each other up for every small collection: a sixth of the gateway's
 * processor time for a read, and a third for a page of a list.
 */
const ONE_COLLECTOR = '--single-threaded-gc';

/**
 * Where V8 has seen objects outlive a small collection, it allocates those that follow among the old ones,
 * from then on. What outlives one here are rows of a request under way, which are gone milliseconds later:
 * it would mark the whole heap nine times in two seconds of pages in place of once or twice, and a page
 * would cost its service a third more.
 */
const ALL_BEGIN_YOUNG = '--no-allocation-site-pretenuring';

/** Stack traces name the lines of the sources (`tools/workspace/bundle.mjs` says at what cost). */
const SOURCE_MAPS = '--enable-source-maps';

/**
 * The gateway keeps V8's default young generation: what it handles dies young, and collecting often
 * costs it a sixth. But V8 begins to mark the whole heap as soon as less than a young generation is
 * left up to the heap's limit, and with a small heap that is always so: twice a second under pages of
 * lists, a tenth of the processor time, for nothing that could be collected. Twice what lives is limit
 * enough that it marks a quarter as often, and holds no more memory.
 */
const GATEWAY_FLAGS = ['--heap-growing-percent=100'];

export const nodeFlags = (program: string): readonly string[] => [
  SOURCE_MAPS,
  ONE_COLLECTOR,
  ALL_BEGIN_YOUNG,
  ...(program === 'gateway' ? GATEWAY_FLAGS : SERVICE_FLAGS),
];

/**
 * Environment of every process, which must stand before Node.js starts. glibc gives each thread memory
 * of its own to allocate from, and each keeps what was free in it: 5 MB a service after a day's work.
 * All but little is allocated by the one thread of JavaScript: one memory for all costs no time.
 */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' } as const;
