import { DESCRIPTION, testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

let company = 10;
let ada = 0;
beforeEach(() => {
  company += 1;
  ada = service.givenTechnician({ technician_name: 'Ada Byron' }, company);
});

interface Shown {
  readonly job_id: number;
  readonly job_title: string;
}

interface Schedule {
  readonly jobs: readonly Shown[];
  readonly is_cut: boolean;
  readonly unassigned: readonly Shown[];
  readonly unassigned_total: number;
}

const show = async (query: string, companyId = company): Promise<Schedule> => {
  const { status, body } = await service.admin
    .as({ companyId })
    .get<{ data: Schedule }>(`/admin/schedule?${query}`);
  expect(status).toBe(200);
  return body.data;
};

const titles = (jobs: readonly Shown[]) => jobs.map(({ job_title: title }) => title);

const onDay = async (from: string, days = 1) =>
  titles((await show(`from=${from}&days=${days}`)).jobs);

const given = (start: string | null, end: string | null, more: object = {}) =>
  service.givenJob(
    {
      job_title: `${start} to ${end}`,
      scheduled_start: start,
      scheduled_end: end,
      assigned_technician_id: ada,
      ...more,
    },
    company,
  );

describe('GET /admin/schedule', () => {
  it('shows a job with what it takes to place it', async () => {
    const location = service.givenLocation(
      { location_name: 'Main Street', city: 'Lowell', customer_name: 'Cotton Mill' },
      company,
    );
    const id = await given('2026-03-04T09:00:00', '2026-03-04T10:30:00', {
      job_title: 'Change the filters',
      job_status: 'Assigned',
      job_priority: 'High',
      customer_location_id: location,
      required_skills: [{ skill_name: 'HVAC', skill_level: 3 }],
    });

    expect(await show('from=2026-03-04&days=1')).toEqual({
      jobs: [
        {
          job_id: id,
          version: 2,
          job_title: 'Change the filters',
          job_status: 'Assigned',
          job_priority: 'High',
          assigned_technician_id: ada,
          assigned_technician_name: 'Ada Byron',
          customer_location_name: 'Main Street',
          customer_location_city: 'Lowell',
          customer_name: 'Cotton Mill',
          scheduled_start: '2026-03-04T09:00:00-05:00',
          scheduled_end: '2026-03-04T10:30:00-05:00',
          required_skills: [{ skill_name: 'HVAC', skill_level: 3 }],
        },
      ],
      is_cut: false,
      unassigned: [],
      unassigned_total: 0,
    });
  });

  it('shows a job over midnight on both days, and one that ends at midnight on the first alone', async () => {
    await given('2026-03-04T22:00:00', '2026-03-05T02:00:00');
    await given('2026-03-04T23:00:00', '2026-03-05T00:00:00');
    await given('2026-03-05T00:00:00', '2026-03-05T00:00:00');

    expect(await onDay('2026-03-03')).toEqual([]);
    expect(await onDay('2026-03-04')).toEqual([
      '2026-03-04T22:00:00 to 2026-03-05T02:00:00',
      '2026-03-04T23:00:00 to 2026-03-05T00:00:00',
    ]);
    expect(await onDay('2026-03-05')).toEqual([
      '2026-03-04T22:00:00 to 2026-03-05T02:00:00',
      '2026-03-05T00:00:00 to 2026-03-05T00:00:00',
    ]);
    expect(await onDay('2026-03-06')).toEqual([]);
  });

  it('shows a job of many days on each of them', async () => {
    await given('2026-03-02T08:00:00', '2026-03-20T17:00:00', { job_title: 'Refit' });

    const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-11', '2026-03-20'];
    const shown = await Promise.all(days.map((day) => onDay(day)));
    expect(shown).toEqual([[], ['Refit'], ['Refit'], ['Refit'], ['Refit']]);
    expect(await onDay('2026-03-21')).toEqual([]);
    expect(await onDay('2026-03-09', 7)).toEqual(['Refit']);
  });

  it('shows a job of which one time is known where that is, and none that has no time', async () => {
    await given('2026-03-04T09:00:00', null);
    await given(null, '2026-03-04T17:00:00');
    await given(null, null);

    expect(await onDay('2026-03-04')).toEqual([
      '2026-03-04T09:00:00 to null',
      'null to 2026-03-04T17:00:00',
    ]);
    expect(await onDay('2026-03-03')).toEqual([]);
    expect(await onDay('2026-03-05')).toEqual([]);
  });

  it('begins and ends days by the clock of the company, of 23 and of 25 hours too', async () => {
    // The clock goes from 2:00 to 3:00 on 8 March 2026, and from 2:00 to 1:00 on 1 November.
    await given('2026-03-08T04:59:00Z', '2026-03-08T05:00:00Z', { job_title: 'before the 8th' });
    await given('2026-03-09T03:59:00Z', '2026-03-09T04:00:00Z', { job_title: 'last of the 8th' });
    await given('2026-03-09T04:00:00Z', '2026-03-09T05:00:00Z', { job_title: 'first of the 9th' });
    await given('2026-11-02T04:59:00Z', '2026-11-02T05:00:00Z', { job_title: 'last of the 1st' });
    await given('2026-11-02T05:00:00Z', '2026-11-02T06:00:00Z', { job_title: 'first of the 2nd' });

    expect(await onDay('2026-03-08')).toEqual(['last of the 8th']);
    expect(await onDay('2026-03-09')).toEqual(['first of the 9th']);
    expect(await onDay('2026-11-01')).toEqual(['last of the 1st']);
    expect(await onDay('2026-10-26', 7)).toEqual(['last of the 1st']);
    expect(await onDay('2026-11-02', 7)).toEqual(['first of the 2nd']);
  });

  it('leaves out jobs that are cancelled or deleted', async () => {
    const at = ['2026-03-04T09:00:00', '2026-03-04T10:00:00'] as const;
    await given(...at, { job_title: 'Cancelled', job_status: 'Cancelled' });
    await given(...at, { job_title: 'Closed', job_status: 'Closed' });
    const deleted = await given(...at, { job_title: 'Deleted' });
    await service.admin.as({ companyId: company }).post(`/admin/jobs/${deleted}/delete`);

    expect(await onDay('2026-03-04')).toEqual(['Closed']);
  });

  it('shows the open jobs that nobody has: of these days, then the nearest, then without a time', async () => {
    const nobody = { assigned_technician_id: null };
    const waiting = (title: string, priority: string, start: string | null = null, more = {}) =>
      given(start, null, { ...nobody, job_title: title, job_priority: priority, ...more });
    await waiting('low', 'Low');
    await waiting('urgent', 'Urgent');
    await waiting('day after next', 'Urgent', '2026-03-06T09:00:00');
    await waiting('evening before', 'Urgent', '2026-03-03T23:00:00');
    await waiting('afternoon', 'Low', '2026-03-04T15:00:00');
    await waiting('morning', 'Low', '2026-03-04T09:00:00');
    await waiting('urgent morning', 'Urgent', '2026-03-04T09:00:00');
    await waiting('done', 'Urgent', null, { job_status: 'Completed' });

    const { jobs, unassigned, unassigned_total: total } = await show('from=2026-03-04&days=1');

    expect(jobs).toEqual([]);
    expect(titles(unassigned)).toEqual([
      'urgent morning',
      'morning',
      'afternoon',
      'evening before',
      'day after next',
      'urgent',
      'low',
    ]);
    expect(total).toBe(7);
  });

  it('shows a hundred of those that nobody has, and says how many there are', async () => {
    const location = service.givenLocation({}, company);
    await service.admin.as({ companyId: company }).put('/admin/jobs/batch', {
      entries: Array.from({ length: 50 }, (_, n) => ({
        job_title: `Job ${n}`,
        job_description: DESCRIPTION,
        customer_location_id: location,
      })),
    });
    await service.db.query(
      `insert into jobs (company_id, version, title, description, status, priority, location_id,
         search_text, created_at, updated_at)
       select company_id, 1, title || ' again', description, status, priority, location_id,
         search_text, created_at, updated_at
       from jobs, generate_series(1, 2) where company_id = $1`,
      [company],
    );

    const { unassigned, unassigned_total: total } = await show('from=2026-03-04&days=1');

    expect(unassigned).toHaveLength(100);
    expect(total).toBe(150);
    expect(new Set(unassigned.map(({ job_id: id }) => id)).size).toBe(100);
  });

  it('shows the first 5,000 jobs as they begin, and that there are more', async () => {
    const id = await given('2026-03-04T09:00:00', '2026-03-04T10:00:00', { job_title: 'First' });
    const fill = (count: number) =>
      service.db.query(
        `insert into jobs (company_id, version, title, description, status, priority, location_id,
           technician_id, scheduled_start, scheduled_end, search_text, created_at, updated_at)
         select company_id, 1, 'Later', description, status, priority, location_id, technician_id,
           scheduled_start + interval '1 hour', scheduled_end + interval '1 hour', search_text,
           created_at, updated_at
         from jobs, generate_series(1, $1) where company_id = $2 and id = $3`,
        [count, company, id],
      );
    await fill(4_999);
    const whole = await show('from=2026-03-04&days=1');
    await fill(1);
    const cut = await show('from=2026-03-04&days=1');

    expect([whole.jobs.length, whole.is_cut]).toEqual([5_000, false]);
    expect([cut.jobs.length, cut.is_cut, cut.jobs[0]?.job_title]).toEqual([5_000, true, 'First']);
  });

  it("shows nothing of another company's", async () => {
    await given('2026-03-04T09:00:00', '2026-03-04T10:00:00');
    await given(null, null, { assigned_technician_id: null });

    expect(await show('from=2026-03-04&days=7', 9)).toEqual({
      jobs: [],
      is_cut: false,
      unassigned: [],
      unassigned_total: 0,
    });
  });

  it.each([
    ['days=1', 'from'],
    ['from=2026-02-30&days=1', 'from'],
    ['from=2026-03-04', 'days'],
    ['from=2026-03-04&days=0', 'days'],
    ['from=2026-03-04&days=8', 'days'],
  ])('refuses %s', async (query, field) => {
    expect(await service.admin.get(`/admin/schedule?${query}`)).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field }] },
    });
  });

  it('takes the last days of the calendar', async () => {
    expect(await onDay('9999-12-31', 7)).toEqual([]);
  });
});

describe('GET /admin/jobs', () => {
  const list = async (query: string) => {
    const { body } = await service.admin
      .as({ companyId: company })
      .get<{ data: readonly Shown[]; pagination: { total: number } }>(`/admin/jobs?${query}`);
    return [titles(body.data), body.pagination.total];
  };

  it('lists the jobs that nobody has where they are asked for', async () => {
    const nobody = { assigned_technician_id: null };
    await given(null, null);
    await given(null, null, { ...nobody, job_title: 'waits', job_priority: 'Low' });
    await given(null, null, { ...nobody, job_title: 'waits too', job_priority: 'High' });

    expect(await list('unassigned=true')).toEqual([['waits too', 'waits'], 2]);
    expect(await list('unassigned=true&priority=Low')).toEqual([['waits'], 1]);
    expect((await list('unassigned=false'))[1]).toBe(3);
  });

  it('lists the jobs of a day, with those that began before it or end after it', async () => {
    const assigned = { job_status: 'Assigned' };
    const of = (start: string | null, end: string | null, title: string, more: object = {}) =>
      given(start, end, { job_title: title, ...more });
    await of('2026-03-03T09:00:00', '2026-03-04T00:00:00', 'ends at midnight');
    await of('2026-03-03T22:00:00', '2026-03-04T02:00:00', 'began the day before', assigned);
    await of('2026-03-01T08:00:00', '2026-03-09T17:00:00', 'lasts all week');
    await of('2026-03-04T00:00:00', '2026-03-04T01:00:00', 'begins at midnight', assigned);
    await of(null, '2026-03-04T10:00:00', 'has an end');
    await of('2026-03-04T23:59:59', null, 'has a beginning', { job_status: 'Cancelled' });
    await of('2026-03-05T00:00:00', '2026-03-05T01:00:00', 'is of the next day', assigned);
    await of(null, null, 'is not scheduled');
    const removed = await of('2026-03-04T12:00:00', '2026-03-04T13:00:00', 'was deleted');
    await service.admin.as({ companyId: company }).post(`/admin/jobs/${removed}/delete`);

    expect(await list('scheduled_from=2026-03-04&scheduled_to=2026-03-04')).toEqual([
      [
        'has a beginning',
        'has an end',
        'begins at midnight',
        'lasts all week',
        'began the day before',
      ],
      5,
    ]);
    expect(await list('scheduled_from=2026-03-04&scheduled_to=2026-03-04&status=Assigned')).toEqual(
      [['begins at midnight', 'began the day before'], 2],
    );
    expect(
      await list('scheduled_from=2026-03-04&scheduled_to=2026-03-04&per_page=2&page=2'),
    ).toEqual([['begins at midnight', 'lasts all week'], 5]);
    expect(await list('scheduled_from=2026-03-04&scheduled_to=2026-03-04&deleted=true')).toEqual([
      ['was deleted'],
      1,
    ]);
    expect(await list('scheduled_from=2026-03-06&scheduled_to=2026-03-06&status=Assigned')).toEqual(
      [[], 0],
    );
  });

  it('lists as many jobs of today in a status as are counted', async () => {
    service.clock.set('2026-03-08T15:00:00Z');
    // The day has 23 hours in New York.
    await given('2026-03-08T23:30:00', '2026-03-09T00:30:00');
    await given('2026-03-09T00:00:00', '2026-03-09T00:30:00');
    const { body } = await service.admin
      .as({ companyId: company })
      .get<{ data: { date: string; statuses: { job_status: string; jobs: number }[] } }>(
        '/admin/schedule/today',
      );

    const [counted] = body.data.statuses;

    expect(counted?.jobs).toBe(1);
    const { date } = body.data;
    const ofToday = `scheduled_from=${date}&scheduled_to=${date}&status=${counted?.job_status}`;
    expect((await list(ofToday))[1]).toBe(1);
  });
});

describe('GET /admin/schedule/today', () => {
  const today = async () =>
    (await service.admin.as({ companyId: company }).get<{ data: unknown }>('/admin/schedule/today'))
      .body.data;

  it('counts the jobs of the day that it is for the company, by status', async () => {
    // 22:30 on the 4th in New York.
    service.clock.set('2026-03-05T03:30:00Z');
    await given('2026-03-04T00:00:00', '2026-03-04T01:00:00', { job_status: 'Completed' });
    await given('2026-03-04T09:00:00', '2026-03-04T10:00:00', { job_status: 'Assigned' });
    await given('2026-03-04T23:00:00', '2026-03-05T02:00:00', { job_status: 'Assigned' });
    await given('2026-03-04T12:00:00', null, { assigned_technician_id: null });
    await given('2026-03-01T08:00:00', '2026-03-09T17:00:00', { job_status: 'On Hold' });
    await given('2026-03-04T13:00:00', '2026-03-04T14:00:00', { job_status: 'Cancelled' });
    await given('2026-03-03T22:00:00', '2026-03-04T00:00:00', { job_status: 'Assigned' });
    await given('2026-03-05T00:00:00', '2026-03-05T01:00:00', { job_status: 'Assigned' });
    await given(null, null);
    const deleted = await given('2026-03-04T15:00:00', '2026-03-04T16:00:00');
    await service.admin.as({ companyId: company }).post(`/admin/jobs/${deleted}/delete`);

    const { date, statuses } = (await today()) as {
      date: string;
      statuses: { job_status: string; jobs: number }[];
    };

    expect(date).toBe('2026-03-04');
    expect(new Map(statuses.map((each) => [each.job_status, each.jobs]))).toEqual(
      new Map([
        ['Completed', 1],
        ['Assigned', 2],
        ['Pending', 1],
        ['On Hold', 1],
        ['Cancelled', 1],
      ]),
    );
  });

  it('counts none for a company that has none, whatever others have', async () => {
    service.clock.set('2026-03-04T15:00:00Z');

    expect(await today()).toEqual({
      date: '2026-03-04',
      statuses: [],
      tomorrow: '2026-03-05',
      unassigned_tomorrow: 0,
      late: 0,
    });
  });

  it('counts what needs someone, and the list of late jobs has as many', async () => {
    service.clock.set('2026-03-04T15:00:00Z');
    const nobody = { assigned_technician_id: null };
    await given('2026-03-05T00:00:00', '2026-03-05T01:00:00', nobody);
    await given('2026-03-05T23:30:00', null, nobody);
    await given('2026-03-06T00:00:00', null, nobody);
    await given('2026-03-05T09:00:00', '2026-03-05T10:00:00', { job_status: 'Assigned' });
    await given('2026-03-05T09:00:00', '2026-03-05T10:00:00', {
      ...nobody,
      job_status: 'Cancelled',
    });
    const late = [
      await given('2026-03-04T08:00:00', '2026-03-04T09:59:00', { job_status: 'In Progress' }),
      await given('2026-01-04T08:00:00', null, nobody),
    ];
    await given('2026-03-04T08:00:00', '2026-03-04T10:00:00', { job_status: 'Assigned' });
    await given('2026-03-03T08:00:00', '2026-03-03T09:00:00', { job_status: 'Completed' });
    const deleted = await given('2026-03-03T08:00:00', '2026-03-03T09:00:00');
    await service.admin.as({ companyId: company }).post(`/admin/jobs/${deleted}/delete`);

    expect(await today()).toMatchObject({ unassigned_tomorrow: 2, late: 2 });
    const { body } = await service.admin
      .as({ companyId: company })
      .get<{ data: readonly Shown[] }>('/admin/jobs?worklist=late');
    expect(body.data.map(({ job_id: id }) => id)).toEqual(late.toReversed());
  });
});

describe('GET /admin/technicians/:id/jobs', () => {
  const ofTechnician = async (id: number, from: string, days: number, companyId = company) => {
    const { body } = await service.admin
      .as({ companyId })
      .get<{ data: Pick<Schedule, 'jobs'> }>(
        `/admin/technicians/${id}/jobs?from=${from}&days=${days}`,
      );
    return titles(body.data.jobs);
  };

  it("shows a technician's jobs of two weeks by their start, without cancelled ones", async () => {
    const bea = service.givenTechnician({ technician_name: 'Bea' }, company);
    await given('2026-03-15T08:00:00', null);
    await given('2026-03-02T13:00:00', '2026-03-02T15:00:00');
    await given('2026-03-02T09:00:00', '2026-03-02T10:00:00');
    await given('2026-03-02T11:00:00', null, { assigned_technician_id: bea });
    await given('2026-03-03T11:00:00', null, { job_status: 'Cancelled' });
    await given('2026-03-16T08:00:00', null);

    expect(await ofTechnician(ada, '2026-03-02', 14)).toEqual([
      '2026-03-02T09:00:00 to 2026-03-02T10:00:00',
      '2026-03-02T13:00:00 to 2026-03-02T15:00:00',
      '2026-03-15T08:00:00 to null',
    ]);
    expect(await ofTechnician(ada, '2026-03-02', 14, 2)).toEqual([]);
  });
});

describe('GET /admin/technicians/:id/calendar', () => {
  const DAY_MS = 86_400_000;
  const days = (count: number): string =>
    new Date(service.clock.now().getTime() + count * DAY_MS).toISOString();
  const calendarOf = async (technicianId: number, companyId = company) => {
    const { status, body } = await service.admin
      .as({ companyId })
      .get<{ data: { jobs: Shown[] } }>(`/admin/technicians/${technicianId}/calendar`);
    expect(status).toBe(200);
    return body.data.jobs;
  };

  it('has what a calendar shows of a job, cancelled ones too', async () => {
    const location = service.givenLocation(
      { location_name: 'Main Street', city: 'Lowell', customer_name: 'Cotton Mill' },
      company,
    );
    const id = await given('2026-03-04T09:00:00', null, {
      job_title: 'Change the filters',
      job_status: 'Cancelled',
      customer_location_id: location,
      job_description: DESCRIPTION.padEnd(2_000, '.'),
    });

    expect(await calendarOf(ada)).toEqual([
      {
        job_id: id,
        version: expect.any(Number),
        job_title: 'Change the filters',
        job_description: DESCRIPTION.padEnd(1_000, '.'),
        job_status: 'Cancelled',
        job_priority: 'Medium',
        customer_location_name: 'Main Street',
        customer_location_city: 'Lowell',
        customer_name: 'Cotton Mill',
        scheduled_start: '2026-03-04T09:00:00-05:00',
        scheduled_end: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
  });

  it('goes from 30 days ago to 180 days ahead, by start, and has no job of others', async () => {
    const bo = service.givenTechnician({ technician_name: 'Bo' }, company);
    await given(days(179), days(181), { job_title: 'ends later' });
    await given(days(-31), days(-29), { job_title: 'began earlier' });
    await given(days(-40), days(-31), { job_title: 'too old' });
    await given(days(181), days(182), { job_title: 'too late' });
    await given(null, null, { job_title: 'without times' });
    await given(days(1), null, { job_title: "Bo's", assigned_technician_id: bo });

    expect(titles(await calendarOf(ada))).toEqual(['began earlier', 'ends later']);
    expect(await calendarOf(ada, company + 100)).toEqual([]);
  });
});
