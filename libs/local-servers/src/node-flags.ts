/**
 * V8 options for services. Pages of lists are large and short-lived: after 10,000 of them a service holds
 * 118 MB instead of 170 MB. Half the young generation would save 10 MB and cost an eighth more time per page.
 */
const SERVICE_FLAGS = [
  '--max-semi-space-size=8',
  '--initial-old-space-size=32',
  '--heap-growing-percent=30',
];

/**
 * Parallel collector threads wake each other for every small collection: a sixth of the gateway's time per
 * read, a third per list page.
 */
const ONE_COLLECTOR = '--single-threaded-gc';

/**
 * Without it, V8 allocates as old what outlives a small collection, here rows of requests in progress, and
 * marks the whole heap nine times in two seconds instead of once or twice: a third more time per page.
 */
const ALL_BEGIN_YOUNG = '--no-allocation-site-pretenuring';

const SOURCE_MAPS = '--enable-source-maps';

/**
 * With a small heap, V8 would mark the gateway's whole heap twice a second, a tenth of its time, for
 * nothing. A limit of twice the live heap makes that a quarter as often without more memory.
 */
const GATEWAY_FLAGS = ['--heap-growing-percent=100'];

export const createNodeFlags = (program: string): readonly string[] => [
  SOURCE_MAPS,
  ONE_COLLECTOR,
  ALL_BEGIN_YOUNG,
  ...(program === 'gateway' ? GATEWAY_FLAGS : SERVICE_FLAGS),
];

/**
 * Must be set before Node.js starts: glibc gives each thread its own memory and keeps what is freed, 5 MB
 * per service and day. One arena costs no time, since one thread allocates nearly everything.
 */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' } as const;
