import { lookup } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';
import { startLoop, type LoopResult } from '@svc/kernel';

export interface ServiceAddress {
  /** With the resolved host, as `http://10.0.0.7:8101`. */
  readonly origin: string;
  /** The host name that the certificate must match; undefined for an IP address. */
  readonly certificateName: string | undefined;
}

export interface ServiceAddressesSettings<Link> {
  /** `<CONTEXT>_URL`: comma-separated, and a host may resolve to several addresses. */
  readonly urls: string;
  open(address: ServiceAddress): Link;
  close(link: Link): unknown;
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
}

export interface AcquiredAddress<Link> {
  readonly link: Link;
}

/**
 * `leaving`: the response closes its connection, as those of a stopping service do. `unknown`: the end
 * says nothing about the address.
 */
export type AddressOutcome = 'responded' | 'leaving' | 'failed' | 'unknown';

export const toAddressOutcome = ({
  connection,
}: {
  readonly connection?: string | string[] | undefined;
}): AddressOutcome => (connection === 'close' ? 'leaving' : 'responded');

export interface ServiceAddresses<Link> {
  acquire(): AcquiredAddress<Link>;
  acquireOther(tried: ReadonlySet<AcquiredAddress<Link>>): AcquiredAddress<Link> | undefined;
  /** Must be called once for each acquired address. */
  release(acquired: AcquiredAddress<Link>, outcome: AddressOutcome): void;
  hasAnotherWorkingAddress(): boolean;
  close(): Promise<void>;
}

/**
 * Shorter than a stopping service keeps serving (`DRAIN_SECONDS` in `deploy`), so that callers close idle
 * connections first: a request that crosses a close may or may not have run.
 */
export const IDLE_CONNECTION_MS = 4_000;
const LOOK_UP_EVERY_MS = 5_000;
const SKIP_FAILED_MS = 1_000;
/** Longer than a stopping service keeps serving, since it resets what arrives while it closes. */
const SKIP_LEAVING_MS = 10_000;

interface TrackedAddress<Link> extends AcquiredAddress<Link> {
  readonly origin: string;
  inFlight: number;
  /**
   * Set after a failure or by a stopping service; from then on the address gets one request at a time
   * until one succeeds.
   */
  retryAtMs: number | undefined;
  isRetired: boolean;
}

/**
 * Spreads requests over a service's addresses: fewest in flight first, then round robin. An address that
 * fails is skipped for one second, a stopping one for ten.
 */
export function createServiceAddresses<Link>({
  urls,
  open,
  close,
  resolve = resolveHost,
}: ServiceAddressesSettings<Link>): ServiceAddresses<Link> {
  const configured = urls.split(',').map((url) => new URL(url.trim()));
  const trackAddress = ({ origin, certificateName }: ServiceAddress): TrackedAddress<Link> => ({
    origin,
    link: open({ origin, certificateName }),
    inFlight: 0,
    retryAtMs: undefined,
    isRetired: false,
  });
  let addresses = distinct(configured.map((url) => toAddress(url, url.hostname))).map(trackAddress);
  let nextIndex = 0;

  function retire(address: TrackedAddress<Link>): void {
    address.isRetired = true;
    if (address.inFlight === 0) close(address.link);
  }

  const found = new Map<URL, readonly string[]>();
  async function lookUp(url: URL): Promise<LoopResult> {
    // A name that cannot be resolved keeps its addresses.
    const hosts = await resolve(url.hostname).catch(() => []);
    if (hosts.length > 0 && !isClosed) setHosts(url, hosts);
    return 'done';
  }

  function setHosts(named: URL, hosts: readonly string[]): void {
    found.set(named, hosts);
    const now = distinct(
      configured.flatMap((url) =>
        (found.get(url) ?? [url.hostname]).map((host) => toAddress(url, host)),
      ),
    );
    const kept = new Map(addresses.map((address) => [address.origin, address]));
    const next = now.map((address) => kept.get(address.origin) ?? trackAddress(address));
    const gone = addresses.filter((address) => !next.includes(address));
    addresses = next;
    gone.forEach(retire);
  }

  let isClosed = false;
  // One look-up per name at a time, so that no late result replaces a newer one.
  const lookUps = configured
    .filter(isNamed)
    .map((url) => startLoop({ work: () => lookUp(url), pollMs: LOOK_UP_EVERY_MS }));

  function acquireLeastBusy(
    isCandidate: (address: TrackedAddress<Link>) => boolean,
  ): TrackedAddress<Link> | undefined {
    let best: TrackedAddress<Link> | undefined;
    let bestAt = 0;
    for (let step = 0; step < addresses.length; step += 1) {
      const at = (nextIndex + step) % addresses.length;
      const address = addresses[at];
      if (!address || !isCandidate(address)) continue;
      if (best && address.inFlight >= best.inFlight) continue;
      best = address;
      bestAt = at;
    }
    if (best) {
      nextIndex = bestAt + 1;
      best.inFlight += 1;
    }
    return best;
  }

  function acquireCandidate(
    tried?: ReadonlySet<AcquiredAddress<Link>>,
  ): TrackedAddress<Link> | undefined {
    const nowMs = performance.now();
    const isUntried = (address: TrackedAddress<Link>) => !tried?.has(address);
    const isUsable = ({ retryAtMs, inFlight }: TrackedAddress<Link>) =>
      retryAtMs === undefined || (inFlight === 0 && nowMs >= retryAtMs);
    // A repeated request is never used to probe an address that failed.
    const isCandidate = (address: TrackedAddress<Link>) =>
      isUntried(address) && (tried ? address.retryAtMs === undefined : isUsable(address));
    // When all have failed, trying one beats trying none.
    return acquireLeastBusy(isCandidate) ?? acquireLeastBusy(isUntried);
  }

  return {
    acquire() {
      const [only] = addresses;
      if (addresses.length === 1 && only) {
        only.inFlight += 1;
        return only;
      }
      const address = acquireCandidate();
      if (!address) throw new Error('A service has at least one address.');
      return address;
    },
    acquireOther: acquireCandidate,
    release(acquired, outcome) {
      const address = acquired as TrackedAddress<Link>;
      address.inFlight -= 1;
      if (outcome === 'responded') address.retryAtMs = undefined;
      else if (outcome === 'failed') address.retryAtMs = performance.now() + SKIP_FAILED_MS;
      else if (outcome === 'leaving') address.retryAtMs = performance.now() + SKIP_LEAVING_MS;
      if (address.isRetired && address.inFlight === 0) close(address.link);
    },
    hasAnotherWorkingAddress: () =>
      addresses.length > 1 && addresses.some(({ retryAtMs }) => retryAtMs === undefined),
    async close() {
      isClosed = true;
      await Promise.all(lookUps.map(({ stop }) => stop()));
      await Promise.all(addresses.map(({ link }) => close(link)));
    },
  };
}

export function isConnectError(error: unknown): boolean {
  // Node.js tries several addresses of one name and collects the errors.
  if (error instanceof AggregateError) return error.errors.every(isConnectError);
  const { syscall, code } = Object(error) as NodeJS.ErrnoException;
  return syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT';
}

export function isConnectionReset(error: unknown): boolean {
  const { code } = Object(error) as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET';
}

const resolveHost = async (hostname: string): Promise<readonly string[]> =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

const isNamed = ({ hostname }: URL): boolean => isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;

function toAddress(url: URL, host: string): ServiceAddress {
  const { protocol, port } = url;
  const origin = `${protocol}//${isIPv6(host) ? `[${host}]` : host}${port && `:${port}`}`;
  return { origin, certificateName: isNamed(url) ? url.hostname : undefined };
}

const distinct = (addresses: readonly ServiceAddress[]): ServiceAddress[] => [
  ...new Map(addresses.map((address) => [address.origin, address])).values(),
];
