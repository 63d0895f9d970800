export interface StoreAddress {
  readonly kind: 'server' | 'cluster' | 'sentinels';
  readonly nodes: readonly StoreNode[];
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
 * Parses one address or several with commas: nodes of a cluster, or sentinels
 * (`redis://host:26379?sentinel=NAME`). The first one's login is used for all.
 *
 * @throws an error that never repeats the text, which may hold a password.
 */
export function parseStoreAddress(text: string): StoreAddress {
  const urls = text.split(',').map(parseUrl);
  const names = new Set(urls.map(({ searchParams }) => searchParams.get('sentinel')));
  if (names.size > 1) throw new Error('addresses that all name the same sentinel, or none');
  const [sentinel] = names;
  const nodes = urls.map(toNode);
  if (sentinel) return { kind: 'sentinels', nodes, sentinel };
  return { kind: nodes.length > 1 ? 'cluster' : 'server', nodes };
}

function parseUrl(text: string): URL {
  const part = text.trim();
  const url = URL.canParse(part) ? new URL(part) : undefined;
  if (!url || !SCHEMES.includes(url.protocol) || url.hostname === '') {
    throw new Error('redis: or rediss: addresses with commas between them');
  }
  return url;
}

function toNode({ hostname, port, username, password, pathname, protocol }: URL): StoreNode {
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
