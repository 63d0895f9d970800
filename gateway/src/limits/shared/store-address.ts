/** Where the shared store is found, as REDIS_URL tells it. */
export interface StoreAddress {
  readonly kind: 'server' | 'cluster' | 'sentinels';
  readonly nodes: readonly StoreNode[];
  /** The name by which sentinels know the server. */
  readonly sentinel?: string;
}

export interface StoreNode {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly database: number;
  readonly isTls: boolean;
}

const SCHEMES: readonly string[] = ['redis:', 'rediss:'];
const DEFAULT_PORT = 6379;

/**
 * Reads one address, or several with commas between them: nodes of a cluster, or sentinels where
 * they name a server (`redis://host:26379?sentinel=NAME`). The first one's login is that of all.
 *
 * @throws an error whose message says what must be, and never repeats the text: it may hold a password.
 */
export function storeAddress(text: string): StoreAddress {
  const urls = text.split(',').map(urlOf);
  const names = new Set(urls.map(({ searchParams }) => searchParams.get('sentinel')));
  if (names.size > 1) throw new Error('addresses that all name the same sentinel, or none');
  const [sentinel] = names;
  const nodes = urls.map(nodeOf);
  if (sentinel) return { kind: 'sentinels', nodes, sentinel };
  return { kind: nodes.length > 1 ? 'cluster' : 'server', nodes };
}

function urlOf(text: string): URL {
  const part = text.trim();
  const url = URL.canParse(part) ? new URL(part) : undefined;
  if (!url || !SCHEMES.includes(url.protocol) || url.hostname === '') {
    throw new Error('redis: or rediss: addresses with commas between them');
  }
  return url;
}

function nodeOf({ hostname, port, username, password, pathname, protocol }: URL): StoreNode {
  const database = pathname.slice(1);
  if (!/^\d*$/.test(database)) throw new Error('addresses whose path is the number of a database');
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || DEFAULT_PORT),
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: Number(database),
    isTls: protocol === 'rediss:',
  };
}
