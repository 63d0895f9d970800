import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';

const SCHEMES = ['nats', 'tls'];

export interface ConnectionTarget {
  readonly servers: string[];
  /** Without it the server decides. */
  readonly tls?: object;
  readonly user?: string;
  readonly pass?: string;
}

/** Completes "NATS_URL must be …"; undefined if all is well. */
export function findServersProblem(servers: readonly string[]): string | undefined {
  if (!servers.every(isServer)) return 'a comma-separated list of NATS servers';
  if (new Set(servers.map(getScheme)).size > 1) return 'all nats:// or all tls://';
  return undefined;
}

export function toConnectionTarget(servers: readonly string[]): ConnectionTarget {
  const urls = servers.map(toUrl);
  const named = urls.find(({ username }) => username !== '');
  return {
    servers: urls.map(({ host }) => host),
    ...(servers.some((server) => getScheme(server) === 'tls') && {
      tls: { checkServerIdentity: createIdentityCheck(urls) },
    }),
    ...(named && {
      user: decodeURIComponent(named.username),
      pass: decodeURIComponent(named.password),
    }),
  };
}

/**
 * The client does not pass on an IP address, and Node.js would check for `localhost`: the certificate must
 * match a configured address.
 */
function createIdentityCheck(urls: readonly URL[]) {
  const hosts = urls.map(({ hostname }) => hostname.replaceAll(/[[\]]/g, ''));
  return (name: string, certificate: PeerCertificate): Error | undefined => {
    if (hosts.includes(name)) return checkServerIdentity(name, certificate);
    const problems = hosts
      .filter((host) => isIP(host))
      .map((address) => checkServerIdentity(address, certificate));
    return problems.includes(undefined)
      ? undefined
      : (problems[0] ?? checkServerIdentity(name, certificate));
  };
}

const withScheme = (server: string): string =>
  server.includes('://') ? server : `nats://${server}`;

const toUrl = (server: string): URL => new URL(withScheme(server));

const getScheme = (server: string): string => withScheme(server).split('://')[0] ?? '';

const isServer = (server: string): boolean =>
  /^[^\s/]+\/?$/.test(withScheme(server).split('://')[1] ?? '') &&
  SCHEMES.includes(getScheme(server)) &&
  URL.canParse(withScheme(server));
