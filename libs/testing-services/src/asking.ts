import { INTERNAL_IDEMPOTENCY_KEY_HEADER, POOL_SIZE, type Collection } from '@svc/contracts';
import { eventually } from '@svc/testing';
import type { ServedApp } from './service-fixture';

export interface Asking {
  readonly service: Pick<ServedApp, 'api' | 'close'>;
  /**
   * A creation that cannot be carried out without a response: query below the collection's path,
   * and body.
   */
  creation(companyId: number): Promise<{ readonly query: string; readonly body: object }>;
  asked(): number;
  letGo(): void;
}

/**
 * Expects that requests under an Idempotency-Key hold no connection while they wait for another
 * service.
 */
export const itHoldsNoConnection = (
  whom: string,
  { path }: Pick<Collection, 'path'>,
  start: () => Promise<Asking>,
): void =>
  it(`keeps no connection while ${whom} is asked`, async () => {
    const { service, creation, asked, letGo } = await start();
    const companyIds = Array.from({ length: POOL_SIZE }, (_, n) => n + 1);
    const creations = await Promise.all(companyIds.map(creation));
    const before = asked();
    const answers = creations.map(({ query, body }, n) =>
      service.api
        .as({ companyId: companyIds[n] })
        .send('POST', `${path}${query}`, body, { [INTERNAL_IDEMPOTENCY_KEY_HEADER]: 'a creation' }),
    );
    await eventually(() => expect(asked() - before).toBeGreaterThanOrEqual(POOL_SIZE));

    expect((await service.api.as({ companyId: POOL_SIZE + 1 }).get(path)).status).toBe(200);

    letGo();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(
      companyIds.map(() => 201),
    );
    await service.close();
  });
