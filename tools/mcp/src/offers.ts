import type { Scope } from '@svc/contracts';
import type { ApiDocument, Send } from '@svc/sdk';
import { LRUCache } from 'lru-cache';
import type { Offer } from './create-server';
import { createResources } from './resources';
import { createTools } from './tools';

const GET_KEY = { operation: 'getKey', address: 'GET /api/v1/key' } as const;

interface KeyResponse {
  readonly data: { readonly scopes: readonly Scope[] };
}

/** Offers what the key's scopes allow. @throws ApiError for a key that is refused */
export const readOffer =
  (document: ApiDocument) =>
  async (send: Send): Promise<Offer> => {
    const { data } = (await send(GET_KEY, { selectors: {} })) as KeyResponse;
    const tools = createTools(document, data.scopes);
    return { tools, resources: createResources(document, tools) };
  };

const MAX_KEYS = 1_000;
const MAX_AGE_MS = 60_000;

/** Asks for the scopes of a key at most once a minute. */
export function createOffers(
  document: ApiDocument,
  sendOf: (apiKey: string) => Send,
): (apiKey: string) => Promise<Offer> {
  const offers = new LRUCache<string, Offer>({
    max: MAX_KEYS,
    ttl: MAX_AGE_MS,
    fetchMethod: (apiKey) => readOffer(document)(sendOf(apiKey)),
  });
  return (apiKey) => offers.forceFetch(apiKey);
}
