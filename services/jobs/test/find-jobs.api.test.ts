import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

let company = 40;
beforeEach(() => {
  company += 1;
  service.clock.set('2026-03-04T17:00:00Z');
});

interface Listed {
  readonly data: readonly { readonly job_title: string }[];
  readonly pagination: { readonly total: number };
}

const admin = () => service.admin.as({ companyId: company });

const given = (title: string, overrides: Record<string, unknown> = {}) =>
  service.givenJob({ job_title: title, ...overrides }, company);

const list = async (query: Record<string, string>): Promise<readonly string[]> => {
  const { status, body } = await admin().get<Listed>(`/admin/jobs?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  expect(body.pagination.total).toBe(body.data.length);
  return body.data.map(({ job_title: title }) => title);
};

const find = (search: string) => list({ search });

describe('search', () => {
  const atMill = (overrides: object = {}) => ({
    customer_location_id: service.givenLocation(
      {
        address: 'Weave room\u001F12 Merrimack Street, Lowell, MA 01852',
        contact: 'Cotton Mill\u001Foffice@mill.example\u001F+16305550114\u001F16305550114',
      },
      company,
    ),
    ...overrides,
  });

  it('finds a job by its title, description, customer and address', async () => {
    await given('Boiler start-up', atMill());
    await given('Replace BELT', { job_description: 'The belt of the loom slips at full speed.' });

    for (const term of ['boiler', 'COTTON', 'office@MILL', 'merrimack st', '01852']) {
      expect([term, await find(term)]).toEqual([term, ['Boiler start-up']]);
    }
    expect(await find('loom slips')).toEqual(['Replace BELT']);
    expect(await find('belt')).toEqual(['Replace BELT']);
    expect(await find('100%')).toEqual([]);
  });

  it.each(['(630) 555-0114', '630.555.0114', '555-0114', '+1 630 555 0114'])(
    "finds the jobs of a customer's phone, written %s",
    async (phone) => {
      await given('Boiler start-up', atMill());
      await given('Elsewhere');

      expect(await find(phone)).toEqual(['Boiler start-up']);
    },
  );

  it('finds a job by its number', async () => {
    const number = await given('Numbered');
    await given('Another');

    expect(await find(String(number))).toContain('Numbered');
    expect(await find(`#${number}`)).toEqual(['Numbered']);
    expect(await find('#99999999999999999999')).toEqual([]);
  });

  it('goes with filters, and finds no deleted job and none of another company', async () => {
    await given('Low boiler', atMill({ job_priority: 'Low' }));
    await given('High boiler', atMill({ job_priority: 'High' }));
    await admin().post(`/admin/jobs/${await given('Deleted boiler')}/delete`);
    const theirs = await service.givenJob({ job_title: 'Their boiler' }, company + 1_000);

    expect(await list({ search: 'boiler', priority: 'Low' })).toEqual(['Low boiler']);
    expect(await find('boiler')).toEqual(['High boiler', 'Low boiler']);
    expect(await find(`#${theirs}`)).toEqual([]);
    expect(await list({ search: 'boiler', deleted: 'true' })).toEqual(['Deleted boiler']);
  });

  it('follows what changes', async () => {
    const id = await given('Boiler start-up');
    await service.api
      .as({ companyId: company })
      .put(`/api/v1/jobs?id=${id}`, { job_title: 'Furnace start-up' });

    expect(await find('furnace')).toEqual(['Furnace start-up']);
    expect(await find('boiler')).toEqual([]);
  });
});

describe('sort', () => {
  it.each<[string, readonly string[]]>([
    ['scheduled_start', ['early', 'late', 'never']],
    ['-scheduled_start', ['never', 'late', 'early']],
    ['-job_priority', ['late', 'never', 'early']],
    ['job_priority', ['early', 'never', 'late']],
    ['-updated_at', ['never', 'early', 'late']],
    ['updated_at', ['late', 'early', 'never']],
  ])('by %s', async (sort, expected) => {
    await given('late', { scheduled_start: '2026-03-09T09:00:00', job_priority: 'Urgent' });
    service.clock.set('2026-03-04T17:00:01Z');
    await given('early', { scheduled_end: '2026-03-08T09:00:00', job_priority: 'Low' });
    service.clock.set('2026-03-04T17:00:02Z');
    await given('never', { job_priority: 'Medium' });

    expect(await list({ sort })).toEqual(expected);
    expect(await list({ sort, priority: 'Low' })).toEqual(['early']);
    const lastPage = await admin().get<Listed>(`/admin/jobs?sort=${sort}&per_page=2&page=2`);
    expect(lastPage.body.data).toMatchObject([{ job_title: expected[2] }]);
  });
});

describe('the span of days', () => {
  it('may have one end', async () => {
    await given('before', { scheduled_start: '2026-03-01T09:00:00' });
    await given('after', { scheduled_start: '2026-03-09T09:00:00' });
    await given('through', {
      scheduled_start: '2026-03-01T09:00:00',
      scheduled_end: '2026-03-09T09:00:00',
    });
    await given('never');

    expect(await list({ scheduled_from: '2026-03-05' })).toEqual(['through', 'after']);
    expect(await list({ scheduled_to: '2026-03-05' })).toEqual(['through', 'before']);
    expect(await list({ scheduled_from: '2026-03-05', scheduled_to: '2026-03-06' })).toEqual([
      'through',
    ]);
  });
});

describe('GET /api/v1/jobs', () => {
  const read = async (query: string) => {
    const { body } = await service.api
      .as({ companyId: company })
      .get<Listed>(`/api/v1/jobs?${query}`);
    return body.data.map(({ job_title: title }) => title);
  };

  it('takes several statuses, counts them, and refuses a foreign one', async () => {
    await given('open');
    await given('waits', { job_status: 'On Hold' });
    await given('done', { job_status: 'Completed' });

    expect(await read('status=Pending,On%20Hold')).toEqual(['waits', 'open']);
    const { body } = await service.api
      .as({ companyId: company })
      .get<Listed>('/api/v1/jobs?status=Pending,Completed&per_page=1');
    expect(body.pagination.total).toBe(2);
    expect((await service.api.get('/api/v1/jobs?status=Pending,Done')).status).toBe(400);
  });

  it('sorts by the schedule, which a cursor does not', async () => {
    await given('later', { scheduled_start: '2026-03-09T09:00:00' });
    await given('never');
    await given('sooner', { scheduled_end: '2026-03-08T09:00:00' });

    expect(await read('sort=scheduled_start')).toEqual(['sooner', 'later', 'never']);
    expect(await service.api.get('/api/v1/jobs?sort=scheduled_start&cursor=')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'sort' }] },
    });
  });

  it('searches title and description alone', async () => {
    await given('Boiler start-up', {
      customer_location_id: service.givenLocation({ contact: 'Zephyr Inc' }, company),
    });

    expect(await read('search=BOILER')).toEqual(['Boiler start-up']);
    expect(await read('search=zephyr')).toEqual([]);
  });
});

describe('worklists', () => {
  const counts = async () =>
    (await admin().get<{ data: Record<string, number> }>('/admin/worklists')).body.data;

  it('hold the jobs that wait, and are counted', async () => {
    // Noon in New York.
    await given('no time');
    await given('no time, but done', { job_status: 'Completed' });
    await given('this morning', {
      scheduled_start: '2026-03-04T09:00:00',
      scheduled_end: '2026-03-04T10:00:00',
    });
    await given('going on', {
      scheduled_start: '2026-03-04T11:00:00',
      scheduled_end: '2026-03-04T13:00:00',
    });
    await given('called off', { scheduled_start: '2026-03-04T11:00:00', job_status: 'Cancelled' });
    await given('yesterday', { scheduled_start: '2026-03-03T11:00:00' });
    await given('tomorrow', { scheduled_start: '2026-03-05T11:00:00' });
    await admin().post(`/admin/jobs/${await given('deleted')}/delete`);

    expect(await list({ worklist: 'unscheduled' })).toEqual(['no time']);
    expect(await list({ worklist: 'today' })).toEqual(['going on', 'this morning']);
    expect(await list({ worklist: 'late' })).toEqual(['yesterday', 'this morning']);
    expect(await list({ worklist: 'to_invoice' })).toEqual(['no time, but done']);
    expect(await counts()).toEqual({ unscheduled: 1, today: 2, late: 2, to_invoice: 1 });
  });

  it('are counted up to a hundred', async () => {
    const id = await given('One of many');
    await service.db.query(
      `insert into jobs (company_id, version, title, description, status, priority, location_id,
         search_text, created_at, updated_at)
       select company_id, 1, title, description, status, priority, location_id, search_text,
         created_at, updated_at
       from jobs, generate_series(1, 120) where company_id = $1 and id = $2`,
      [company, id],
    );

    expect(await counts()).toEqual({ unscheduled: 100, today: 0, late: 0, to_invoice: 0 });
  });
});
