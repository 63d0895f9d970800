import type { ProcessName } from '@svc/contracts';
import { createServiceClient, type ServiceClient } from '@svc/http';
import type { Trust } from '@svc/trust';
import type { Registry } from 'prom-client';
import { registerBreakerMetrics } from './metrics';

interface OwnersSettings {
  readonly trust: Trust;
  readonly now: () => Date;
  readonly metrics: Registry;
  readonly onStop: (stop: () => unknown) => void;
  readonly deadlineMs?: number;
  readonly connections?: number;
}

export function connectOwners<Owner extends ProcessName>(
  urls: Readonly<Record<Owner, string>>,
  { metrics, onStop, ...settings }: OwnersSettings,
): Readonly<Record<Owner, ServiceClient>> {
  const clients = Object.entries<string>(urls).map(([context, url]) => {
    const client = createServiceClient({ ...settings, context: context as Owner, url });
    onStop(client.close);
    return [context, client] as const;
  });
  registerBreakerMetrics(
    metrics,
    clients.map(([, { breaker }]) => breaker),
  );
  return Object.fromEntries(clients) as Record<Owner, ServiceClient>;
}
