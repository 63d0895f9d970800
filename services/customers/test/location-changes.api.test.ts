import { eventually } from '@svc/testing';
import { expectDocumented } from './documented';
import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

interface Body {
  readonly data: readonly object[];
  readonly pagination: { readonly next_cursor: string };
}

describe('GET /api/v1/customers?id&locations=1&cursor', () => {
  it('tells that locations are removed with their customer, and restored with it', async () => {
    const id = await service.givenCustomer();
    const location = await service.givenLocation(id);
    const list = (query: string) =>
      service.api.get<Body>(`/api/v1/customers?id=${id}&locations=1&${query}`);
    let cursor = '';
    const next = (change: object) =>
      eventually(async () => {
        const { status, body } = await list(`include=deleted&cursor=${cursor}`);
        expectDocumented('listLocations', status, body);
        expect(body.data).toEqual([change]);
        cursor = body.pagination.next_cursor;
      });
    await next(
      expect.objectContaining({ location_id: location, location_name: expect.any(String) }),
    );

    service.clock.set('2026-04-01T10:00:00Z');
    await service.admin.post(`/admin/customers/${id}/delete`);
    await next({ location_id: location, deleted: true, updated_at: '2026-04-01T06:00:00-04:00' });
    expect((await list('cursor=')).status).toBe(404);

    await service.admin.post(`/admin/customers/${id}/restore`);
    await next(
      expect.objectContaining({ location_id: location, location_name: expect.any(String) }),
    );
  });
});
