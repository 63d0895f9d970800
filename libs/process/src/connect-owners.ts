import type { ProcessName } from '@svc/contracts';
import { serviceClient, type ServiceClient } from '@svc/http';
import type { Trust } from '@svc/trust';
import type { Registry } from 'prom-client';
import { breakerMetrics } from './metrics';

interface OwnersSettings {
  readonly trust: Trust;
  readonly now: () => Date;
  readonly metrics: Registry;
  readonly onStop: (stop: () => unknown) => void;
}

/** Clients of the services that own what this one points to, with their breakers measured. */
export function connectOwners<Owner extends ProcessName>(
  urls: Readonly<Record<Owner, string>>,
  { trust, now, metrics, onStop }: OwnersSettings,
): Readonly<Record<Owner, ServiceClient>> {
  const clients = Object.entries<string>(urls).map(([context, url]) => {
    const client = serviceClient({ context: context as Owner, url, trust, now });
    onStop(client.close);
    return [context, client] as const;
  });
  breakerMetrics(
    metrics,
    clients.map(([, { breaker }]) => breaker),
  );
  return Object.fromEntries(clients) as Record<Owner, ServiceClient>;
}
