import { lookup } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';
import { startLoop, type Next } from '@svc/kernel';

/** One place where a service answers. */
export interface ServiceAddress {
  /** With the host looked up, as `http://10.0.0.7:8101`. */
  readonly origin: string;
  /** The name that its certificate has to hold; undefined where no name is configured. */
  readonly certificateName: string | undefined;
}

export interface ServiceAddressesSettings<Link> {
  /** `<CONTEXT>_URL`: addresses separated by commas, each of which may name a host that has several. */
  readonly urls: string;
  /** Opens the pool or proxy that keeps the connections with one address. */
  open(address: ServiceAddress): Link;
  /** Closes it, once no request is under way with it. */
  close(link: Link): unknown;
  /** The addresses of a host at present. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
}

/** One address while a request is with it. */
export interface TakenAddress<Link> {
  readonly link: Link;
}

/**
 * `leaving` where the answer closes its connection, as those of a stopping service do; `unknown` where the
 * request ended for a reason that says nothing about the address.
 */
export type Outcome = 'answered' | 'leaving' | 'failed' | 'unknown';

/** How a request ended that was answered with these headers. */
export const outcomeOf = ({
  connection,
}: {
  readonly connection?: string | string[] | undefined;
}): Outcome => (connection === 'close' ? 'leaving' : 'answered');

/** All addresses of one service, over which its requests are spread. */
export interface ServiceAddresses<Link> {
  /** The address with the fewest requests under way. */
  take(): TakenAddress<Link>;
  /** The least busy address that a request has not been sent to yet; undefined where it has been sent to all. */
  takeOther(tried: ReadonlySet<TakenAddress<Link>>): TakenAddress<Link> | undefined;
  /** To be called once for each that was taken. */
  release(taken: TakenAddress<Link>, outcome: Outcome): void;
  /** Whether it has several addresses, at least one of them without a known failure. */
  hasAnotherWorkingAddress(): boolean;
  close(): Promise<void>;
}

/**
 * How long a connection with a service is kept while nothing is asked. Shorter than a stopping service goes
 * on serving (`DRAIN_SECONDS` in `deploy`): its callers close idle connections before it does. Nobody could
 * say whether a request that crossed such a closing was carried out.
 */
export const IDLE_CONNECTION_MS = 4_000;
const LOOK_UP_EVERY_MS = 5_000;
const LEFT_OUT_MS = 1_000;
/**
 * Longer than a stopping service goes on serving: it resets what arrives while it closes, and nobody could say
 * whether a write among it was carried out.
 */
const LEAVING_MS = 10_000;

/** An address and what is known of it. */
interface KnownAddress<Link> extends TakenAddress<Link> {
  readonly origin: string;
  underWay: number;
  /** Set by a failure, or an answer of a stopping service, until a request is answered again: after this time it gets one request at a time. */
  retryAtMs: number | undefined;
  /** No longer an address of the service. */
  isGone: boolean;
}

/**
 * Spreads requests over the addresses of a service: fewest under way first, in turn where they are
 * equal. One that fails is left out for a second, one that is stopping for ten, and then has to answer one
 * request before it gets more.
 */
export function serviceAddresses<Link>({
  urls,
  open,
  close,
  resolve = addressesOf,
}: ServiceAddressesSettings<Link>): ServiceAddresses<Link> {
  const configured = urls.split(',').map((url) => new URL(url.trim()));
  const placeOf = ({ origin, certificateName }: ServiceAddress): KnownAddress<Link> => ({
    origin,
    link: open({ origin, certificateName }),
    underWay: 0,
    retryAtMs: undefined,
    isGone: false,
  });
  // Until names have been looked up they stand for themselves.
  let places = distinct(configured.map((url) => addressAt(url, url.hostname))).map(placeOf);
  let turn = 0;

  function giveUp(place: KnownAddress<Link>): void {
    place.isGone = true;
    if (place.underWay === 0) close(place.link);
  }

  const found = new Map<URL, readonly string[]>();
  async function lookUp(url: URL): Promise<Next> {
    // A name that cannot be looked up for now keeps the addresses that it had.
    const hosts = await resolve(url.hostname).catch(() => []);
    if (hosts.length > 0 && !isClosed) setHosts(url, hosts);
    return 'done';
  }

  function setHosts(named: URL, hosts: readonly string[]): void {
    found.set(named, hosts);
    const now = distinct(
      configured.flatMap((url) =>
        (found.get(url) ?? [url.hostname]).map((host) => addressAt(url, host)),
      ),
    );
    const kept = new Map(places.map((place) => [place.origin, place]));
    const next = now.map((address) => kept.get(address.origin) ?? placeOf(address));
    const gone = places.filter((place) => !next.includes(place));
    places = next;
    gone.forEach(giveUp);
  }

  let isClosed = false;
  // One look-up of a name at a time: no late answer replaces a newer one. Names do not wait for each other.
  const lookUps = configured
    .filter(isNamed)
    .map((url) => startLoop({ work: () => lookUp(url), pollMs: LOOK_UP_EVERY_MS }));

  /** Among those that may be asked, the one with the fewest requests under way; of equal ones the next in turn. */
  function leastBusy(
    mayBeAsked: (place: KnownAddress<Link>) => boolean,
  ): KnownAddress<Link> | undefined {
    let best: KnownAddress<Link> | undefined;
    let bestAt = 0;
    for (let step = 0; step < places.length; step += 1) {
      const at = (turn + step) % places.length;
      const place = places[at];
      if (!place || !mayBeAsked(place)) continue;
      if (best && place.underWay >= best.underWay) continue;
      best = place;
      bestAt = at;
    }
    if (best) {
      turn = bestAt + 1;
      best.underWay += 1;
    }
    return best;
  }

  function choose(tried?: ReadonlySet<TakenAddress<Link>>): KnownAddress<Link> | undefined {
    const nowMs = performance.now();
    const isUntried = (place: KnownAddress<Link>) => !tried?.has(place);
    const isUsable = ({ retryAtMs, underWay }: KnownAddress<Link>) =>
      retryAtMs === undefined || (underWay === 0 && nowMs >= retryAtMs);
    // What has failed once is not sent to find out whether another one that failed is back.
    const mayBeAsked = (place: KnownAddress<Link>) =>
      isUntried(place) && (tried ? place.retryAtMs === undefined : isUsable(place));
    // Where all have failed, asking one of them is better than asking none.
    return leastBusy(mayBeAsked) ?? leastBusy(isUntried);
  }

  return {
    take() {
      const [only] = places;
      if (places.length === 1 && only) {
        only.underWay += 1;
        return only;
      }
      const place = choose();
      if (!place) throw new Error('A service has at least one address.');
      return place;
    },
    takeOther: choose,
    release(taken, outcome) {
      const place = taken as KnownAddress<Link>;
      place.underWay -= 1;
      if (outcome === 'answered') place.retryAtMs = undefined;
      else if (outcome === 'failed') place.retryAtMs = performance.now() + LEFT_OUT_MS;
      else if (outcome === 'leaving') place.retryAtMs = performance.now() + LEAVING_MS;
      if (place.isGone && place.underWay === 0) close(place.link);
    },
    hasAnotherWorkingAddress: () =>
      places.length > 1 && places.some(({ retryAtMs }) => retryAtMs === undefined),
    async close() {
      isClosed = true;
      await Promise.all(lookUps.map(({ stop }) => stop()));
      await Promise.all(places.map(({ link }) => close(link)));
    },
  };
}

/** Whether an error says that a request did not get as far as the service. */
export function hasNotReached(error: unknown): boolean {
  // Where several addresses of one name were tried in turn, this error holds the error of each.
  if (error instanceof AggregateError) return error.errors.every(hasNotReached);
  const { syscall, code } = Object(error) as NodeJS.ErrnoException;
  return syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT';
}

/** Whether an error says that the service ended the connection. */
export function wasReset(error: unknown): boolean {
  const { code } = Object(error) as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET';
}

const addressesOf = async (hostname: string): Promise<readonly string[]> =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/** An IPv6 address is in brackets in a URL. */
const isNamed = ({ hostname }: URL): boolean => isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;

function addressAt(url: URL, host: string): ServiceAddress {
  const { protocol, port } = url;
  const origin = `${protocol}//${isIPv6(host) ? `[${host}]` : host}${port && `:${port}`}`;
  return { origin, certificateName: isNamed(url) ? url.hostname : undefined };
}

const distinct = (addresses: readonly ServiceAddress[]): ServiceAddress[] => [
  ...new Map(addresses.map((address) => [address.origin, address])).values(),
];
