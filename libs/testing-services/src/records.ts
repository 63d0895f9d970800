import type { Collection, Operation, RecordSnapshot } from '@svc/contracts';
import type { ApiClient } from '@svc/testing';
import { buildAddress, startForSuite, type ServiceUnderTest } from './service-under-test';

interface ServiceWithRecords extends ServiceUnderTest {
  readonly internal: ApiClient;
}

export interface Records<S extends ServiceWithRecords> {
  readonly path: string;
  readonly contract: Collection;
  readonly operation: string;
  readonly start: () => Promise<S>;
  given(service: S, companyId: number): Promise<number>;
}

/** Reads records as webhooks do: each as the API returns it, with its version. */
export function describeRecords<S extends ServiceWithRecords>({
  path,
  contract,
  operation,
  start,
  given,
}: Records<S>): void {
  let service: S;
  startForSuite(start, (started) => (service = started));

  const read = <Data>(query: string, companyId = 1) =>
    service.internal.as({ companyId }).get<{ data: Data }>(`${path}${query}`);

  async function asTheApi(id: number): Promise<RecordSnapshot> {
    const address = buildAddress(contract, contract.operations[operation] as Operation, { id });
    const { body } = await service.api.get<{ data: RecordSnapshot['object'] }>(address);
    return { id, version: expect.any(Number), object: body.data };
  }

  it('answers those that the company has, each as the API does, with its version', async () => {
    const ids = [await given(service, 1), await given(service, 1)];
    const foreign = await given(service, 2);

    const { status, body } = await read<RecordSnapshot[]>(`?ids=${[...ids, foreign, 999_999]}`);

    expect(status).toBe(200);
    expect(body.data).toHaveLength(2);
    expect(body.data).toEqual(expect.arrayContaining(await Promise.all(ids.map(asTheApi))));
  });

  it('answers the newest, and 404 where there is none', async () => {
    await given(service, 1);
    const newest = await given(service, 1);

    expect((await read('/latest')).body.data).toEqual(await asTheApi(newest));
    expect((await read('/latest', 999)).status).toBe(404);
  });

  it('is not reached by an integrator', async () => {
    expect((await service.api.get(`${path}?ids=1`)).status).toBe(404);
  });
}
