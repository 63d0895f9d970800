import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONTEXT_HEADER, KEY_RIGHTS, SCOPES, type KeyRights } from '@svc/contracts';
import { createServiceClient, type ServiceClient } from '@svc/http';
import { getTestTrust } from '@svc/testing';
import type { DataSource } from 'typeorm';

export interface GatewayStandIn {
  readonly client: ServiceClient;
  /** Overrides announced rights; null for a revoked key. */
  readonly rights: Map<number, Partial<KeyRights> | null>;
  asked(): number;
  /** Responds with 503 when false. */
  isUp: boolean;
  close(): Promise<void>;
}

/** Live keys as announced; keys without an announcement have all rights. */
const ANNOUNCED = `
  select key_id, company_id, coalesce(key.scopes, $2) as scopes,
    coalesce(company.plan, 'enterprise') as plan,
    coalesce(company.features, '{inventory}') as features
  from (select distinct key_id, company_id from endpoints where key_id = any($1::bigint[])) as subscribed
  left join key_rights key using (company_id, key_id)
  left join companies company using (company_id)
  where key.key_id is null or key.scopes is not null`;

export async function gatewayStandIn(db: DataSource, now: () => Date): Promise<GatewayStandIn> {
  const trust = getTestTrust('gateway');
  const rights: GatewayStandIn['rights'] = new Map();
  const standIn = { isUp: true };
  let asked = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const statement = trust.verify(String(request.headers[CONTEXT_HEADER]), now().getTime());
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://gateway');
    if (statement?.issuer !== 'webhooks' || pathname !== KEY_RIGHTS) return send(response, 401, []);
    asked += 1;
    if (!standIn.isUp) return send(response, 503, []);
    const ids = (searchParams.get('ids') ?? '').split(',').map(Number);
    const announced: KeyRights[] = await db.query(ANNOUNCED, [ids, SCOPES]);
    const told = announced.flatMap((each) => {
      const given = rights.get(each.key_id);
      return given === null ? [] : [{ ...each, ...given }];
    });
    return send(response, 200, told);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = createServiceClient({
    context: 'gateway',
    url: `http://127.0.0.1:${port}`,
    trust: getTestTrust('webhooks'),
    now,
  });
  return Object.assign(standIn, {
    client,
    rights,
    asked: () => asked,
    async close() {
      await client.close();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function send(response: ServerResponse, status: number, data: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ success: status === 200, data }));
}
