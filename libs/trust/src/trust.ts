import { sign, verify } from 'node:crypto';
import {
  effectiveScopes,
  isRecordNumber,
  type CallerIdentity,
  type ProcessName,
  type RouteFamily,
  type CallerToken,
} from '@svc/contracts';
import { limitEntries } from '@svc/kernel';
import { LRUCache } from 'lru-cache';
import { deriveSigningKey, toVerifyingKey, type InternalVariables } from './internal-keys';
import { cacheTokens, type VerifyToken } from './cache-tokens';

/** `operation` is the one the gateway admitted, for public calls only. */
export interface TokenTarget {
  readonly audience: ProcessName;
  readonly operation?: string;
}

/** Returns the value of the context header. */
export type SignToken = (to: TokenTarget, nowMs: number) => string;

export interface Trust {
  signFor(caller: CallerIdentity): SignToken;
  /**
   * Undefined unless signed by its issuer, for this process, within the issuer's rights, and valid for at
   * most a minute.
   */
  readonly verify: VerifyToken;
}

/** Renewed at half-life, so that clocks may differ by 20 seconds and a stolen token soon expires. */
const TOKEN_LIFE_MS = 40_000;
const MAX_CACHED_TOKENS = 10_000;
const MAX_HEADER_CHARACTERS = 4_096;

const CALLERS_OF_GATEWAY: readonly ProcessName[] = ['dashboard', 'webhooks'];

const ALL_FAMILIES: readonly RouteFamily[] = ['api', 'admin', 'internal'];

/**
 * Which route families one process may use at another: the gateway calls for integrators and the operator,
 * the dashboard for people, everyone else for themselves.
 */
function getAllowedFamilies(issuer: ProcessName, audience: ProcessName): readonly RouteFamily[] {
  if (audience === 'gateway') return CALLERS_OF_GATEWAY.includes(issuer) ? ['internal'] : [];
  if (issuer === 'dashboard') return ALL_FAMILIES;
  if (issuer !== 'gateway') return ['internal'];
  return audience === 'dashboard' ? ALL_FAMILIES : ['api', 'admin'];
}

/** A person's calls never pass for an integrator's. */
const mayNameActor = (issuer: ProcessName, actor: string): boolean =>
  issuer !== 'dashboard' || actor === 'ui';

const mayNamePerson = (issuer: ProcessName, personId: number | undefined): boolean =>
  personId === undefined || (issuer === 'dashboard' && isRecordNumber(personId));

/** A company that is its own sandbox would have its live data emptied. */
const isSandboxOfAnother = (companyId: number, sandboxOf: number | undefined): boolean =>
  sandboxOf === undefined || (isRecordNumber(sandboxOf) && sandboxOf !== companyId);

interface SignedToken {
  readonly header: string;
  readonly expiresAtMs: number;
}

export function createTrust(
  name: ProcessName,
  { INTERNAL_SECRET: [secret = ''], INTERNAL_PUBLIC_KEYS }: InternalVariables,
): Trust {
  const signingKey = deriveSigningKey(secret);
  const verifyingKeys = new Map(
    [...INTERNAL_PUBLIC_KEYS].map(([issuer, keys]) => [issuer, keys.map(toVerifyingKey)] as const),
  );
  const signed = new LRUCache<string, SignedToken>(limitEntries(MAX_CACHED_TOKENS));

  function signToken(claims: string, nowMs: number): SignedToken {
    const expiresAtMs = nowMs + TOKEN_LIFE_MS;
    const text = `${name}.${claims},"expiresAtMs":${expiresAtMs}}`;
    const signature = sign(null, Buffer.from(text), signingKey).toString('base64url');
    return { header: `${text}.${signature}`, expiresAtMs };
  }

  /** Cached by content, so that a caller whose rights have changed never gets an older token. */
  function signOrReuse(claims: string, nowMs: number): string {
    const cached = signed.get(claims);
    const leftMs = cached ? cached.expiresAtMs - nowMs : 0;
    if (cached && leftMs > TOKEN_LIFE_MS / 2 && leftMs <= TOKEN_LIFE_MS) return cached.header;
    const renewed = signToken(claims, nowMs);
    signed.set(claims, renewed);
    return renewed.header;
  }

  function read(header: string): CallerToken | undefined {
    if (header.length > MAX_HEADER_CHARACTERS) return undefined;
    const start = header.indexOf('.');
    const end = header.lastIndexOf('.');
    if (start === end) return undefined;
    const issuer = header.slice(0, start) as ProcessName;
    const text = Buffer.from(header.slice(0, end));
    const signature = Buffer.from(header.slice(end + 1), 'base64url');
    // Decoding ignores some bits: without this check one token could be written in many ways.
    if (signature.toString('base64url') !== header.slice(end + 1)) return undefined;
    const keys = verifyingKeys.get(issuer) ?? [];
    if (!keys.some((key) => verify(null, text, key, signature))) return undefined;
    const token = parseToken(header.slice(start + 1, end), issuer);
    return token?.audience === name ? token : undefined;
  }

  return {
    signFor({ reach, companyId, sandboxOf, zone, country, actor, personId, scopes }) {
      // Other processes do not learn who the person is.
      const person = name === 'dashboard' ? { personId } : {};
      const identity = { reach, companyId, sandboxOf, zone, country, actor, ...person, scopes };
      const caller = toAsciiJson(identity).slice(0, -1);
      return ({ audience, operation }, nowMs) => {
        const operationClaim = operation === undefined ? '' : `,"operation":"${operation}"`;
        return signOrReuse(`${caller},"audience":"${audience}"${operationClaim}`, nowMs);
      };
    },
    verify: cacheTokens(read),
  };
}

const toAsciiJson = (value: object): string =>
  JSON.stringify(value).replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A signature proves only the author; this checks the form and the author's rights. */
function parseToken(json: string, issuer: ProcessName): CallerToken | undefined {
  const claims = parseClaims(json) as CallerToken;
  const { reach, companyId, sandboxOf, zone, country, actor, personId, scopes } = claims;
  const { audience, operation, expiresAtMs } = claims;
  const isAllowed =
    getAllowedFamilies(issuer, audience).includes(reach) &&
    mayNameActor(issuer, actor) &&
    mayNamePerson(issuer, personId) &&
    [companyId, expiresAtMs].every(Number.isSafeInteger) &&
    isSandboxOfAnother(companyId, sandboxOf) &&
    [zone, country, actor, audience].every((text) => typeof text === 'string') &&
    Array.isArray(scopes) &&
    typeof operation === (reach === 'api' ? 'string' : 'undefined');
  if (!isAllowed) return undefined;
  const identity = { reach, companyId, sandboxOf, zone, country, actor, personId };
  const caller = { ...identity, scopes: effectiveScopes(scopes) };
  return { issuer, audience, operation, ...caller, expiresAtMs };
}

function parseClaims(json: string): object {
  try {
    return Object(JSON.parse(json)) as object;
  } catch {
    return {};
  }
}
