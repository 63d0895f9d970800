import type { WebhookEndpoint } from '../domain/endpoint';
import { restoreHiddenValues, type OwnHeader } from '../domain/own-headers';
import type { EndpointRepository } from '../persistence/endpoint-repository';

/**
 * A hidden value keeps the stored one, for the same host only: another host must not get to see it.
 * The caller saves the returned names.
 */
export async function saveHeaderValues(
  endpoints: EndpointRepository,
  endpoint: WebhookEndpoint,
  { headers, url }: { readonly headers: readonly OwnHeader[]; readonly url: string },
): Promise<string[]> {
  const { companyId, id } = endpoint;
  const isSameHost = new URL(url).origin === new URL(endpoint.url).origin;
  const stored = isSameHost ? await endpoints.getHeaders(companyId, id) : [];
  const restored = restoreHiddenValues(headers, stored);
  await endpoints.saveHeaderValues(endpoint, restored);
  return restored.map(({ name }) => name);
}
