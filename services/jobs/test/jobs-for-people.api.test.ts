import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

interface List {
  readonly data: readonly { readonly job_id: number }[];
  readonly pagination: unknown;
}

let company = 10;
beforeEach(() => {
  company += 1;
});

const list = async (query = '') => {
  const { body } = await service.admin.as({ companyId: company }).get<List>(`/admin/jobs${query}`);
  return body.data.map(({ job_id }) => job_id);
};

const given = (overrides: Record<string, unknown> = {}) => service.givenJob(overrides, company);

const remove = (id: number) =>
  service.admin.as({ companyId: company }).post(`/admin/jobs/${id}/delete`);

describe('GET /admin/jobs', () => {
  it('lists jobs as the API does, newest first, in pages', async () => {
    const ids = [await given(), await given(), await given()];
    const theirs = await service.api
      .as({ companyId: company })
      .get<List>('/api/v1/jobs?per_page=25');

    const { status, body } = await service.admin
      .as({ companyId: company })
      .get<List>('/admin/jobs?per_page=25');

    expect(status).toBe(200);
    expect(body).toEqual(theirs.body);
    expect(await list('?per_page=2')).toEqual([ids[2], ids[1]]);
    expect(await list('?per_page=2&page=2')).toEqual([ids[0]]);
  });

  it('filters by status, priority and technician', async () => {
    const ada = service.givenTechnician({}, company);
    const jobId = await given({
      job_status: 'On Hold',
      job_priority: 'Low',
      assigned_technician_id: ada,
    });
    await given();

    for (const filter of ['status=On%20Hold', 'priority=Low', `assigned_technician_id=${ada}`]) {
      expect([filter, await list(`?${filter}`)]).toEqual([filter, [jobId]]);
    }
  });

  it('lists the deleted jobs alone where they are asked for, and never otherwise', async () => {
    const kept = await given({ job_priority: 'High' });
    const low = await given({ job_priority: 'Low' });
    const high = await given({ job_priority: 'High' });
    await remove(low);
    await remove(high);

    expect(await list()).toEqual([kept]);
    expect(await list('?deleted=false')).toEqual([kept]);
    expect(await list('?deleted=true')).toEqual([high, low]);
    expect(await list('?deleted=true&priority=Low')).toEqual([low]);
    expect(await list('?deleted=true&per_page=1&page=2')).toEqual([low]);

    await service.admin.as({ companyId: company }).post(`/admin/jobs/${low}/restore`);

    expect(await list('?deleted=true')).toEqual([high]);
    expect(await list()).toEqual([low, kept]);
  });

  it.each(['status=Done', 'priority=Top', 'deleted=maybe', 'page=0'])(
    'refuses %s',
    async (query) => {
      expect(await service.admin.get(`/admin/jobs?${query}`)).toMatchObject({
        status: 400,
        body: { error: 'validation_failed', errors: [{ field: query.split('=')[0] }] },
      });
    },
  );

  it('is not there for the API', async () => {
    expect((await service.api.get('/admin/jobs')).status).toBe(404);
  });
});

describe('GET /admin/jobs/:id', () => {
  it('names the allowed moves, none for a deleted job', async () => {
    const jobId = await given();
    const moves = async () => {
      const { body } = await service.admin
        .as({ companyId: company })
        .get<{ data: { allowed_moves: unknown } }>(`/admin/jobs/${jobId}`);
      return body.data.allowed_moves;
    };

    expect(await moves()).toEqual(['Assigned', 'Cancelled']);
    await service.api
      .as({ companyId: company })
      .patch(`/api/v1/jobs?id=${jobId}`, { job_status: 'Assigned' });
    expect(await moves()).toEqual(['In Progress', 'Pending', 'Cancelled', 'On Hold']);
    await remove(jobId);
    expect(await moves()).toEqual([]);
  });
});

describe('GET /admin/jobs/:id/invoices', () => {
  interface Invoices {
    readonly data: readonly {
      readonly invoice_id: number;
      readonly payments: readonly { readonly amount_cents: number }[];
    }[];
  }

  it('lists the invoices of the job with their payments, newest first, also of a deleted one', async () => {
    const admin = service.admin.as({ companyId: company });
    const jobId = await given();
    const another = await given();
    const invoice = async (job: number, total_cents: number) => {
      const { body } = await admin.post<{ data: { invoice_id: number } }>(
        `/admin/jobs/${job}/invoices`,
        { total_cents },
      );
      return body.data.invoice_id;
    };
    const [first, second] = [await invoice(jobId, 500), await invoice(jobId, 900)];
    await invoice(another, 100);
    for (const amount_cents of [200, 300]) {
      await admin.post(`/admin/invoices/${first}/payments`, { amount_cents });
    }
    await remove(jobId);

    const { status, body } = await admin.get<Invoices>(`/admin/jobs/${jobId}/invoices`);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: [
        { invoice_id: second, status: 'Open', payments: [] },
        {
          invoice_id: first,
          status: 'Paid',
          payments: [{ amount_cents: 200 }, { amount_cents: 300 }],
        },
      ],
      pagination: { total: 2 },
    });
    const each = await admin.get<{ data: unknown }>(`/admin/invoices/${first}`);
    expect(body.data[1]).toEqual(each.body.data);
  });

  it('is empty for a job without any, and 404 for one of another company', async () => {
    const jobId = await given();

    expect(
      (await service.admin.as({ companyId: company }).get(`/admin/jobs/${jobId}/invoices`)).body,
    ).toMatchObject({ data: [], pagination: { total: 0 } });
    expect(
      await service.admin.as({ companyId: 2 }).get(`/admin/jobs/${jobId}/invoices`),
    ).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });
});
