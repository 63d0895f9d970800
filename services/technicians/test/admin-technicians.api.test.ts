import { testService, type TestService } from './service';

interface Shown {
  readonly technician_id: number;
  readonly version: number;
  readonly first_name: string;
  readonly email: string;
  readonly updated_at: string;
}

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(() => service.announced());

const ada = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@acme.example',
  phone: '(212) 555-0101',
  status: 'Active',
  availability_status: 'Busy',
  vehicle_type: 'Van',
  transport_modes: ['van'],
  skills: [{ skill_name: 'HVAC', skill_level: 4 }],
  schedule: [{ day_of_week: 1, start_time: '08:00:00', end_time: '17:00:00', is_available: true }],
};

const PATH = '/admin/technicians';

let companies = 10;
function newCompany() {
  companies += 1;
  const companyId = companies;
  const admin = service.admin.as({ companyId });
  return {
    companyId,
    admin,
    create: (body: object) => admin.post<{ data: Shown }>(PATH, body),
    edit: (id: number, body: object) => admin.put<{ data: Shown }>(`${PATH}/${id}`, body),
    show: (id: number) => admin.get<{ data: Shown }>(`${PATH}/${id}`),
    list: (query = '') =>
      admin.get<{ data: readonly Shown[]; pagination: object }>(`${PATH}${query}`),
  };
}

describe('GET /admin/technicians', () => {
  it('shows technicians by name, with phone and skills', async () => {
    const { create, list } = newCompany();
    const grace = { ...ada, first_name: 'Grace', last_name: 'Hopper', email: 'g@acme.example' };
    await create({ ...grace, skills: [], phone: null, status: 'Inactive' });
    const { body: created } = await create(ada);

    const { body } = await list('?per_page=25');

    expect(body.pagination).toEqual({ page: 1, per_page: 25, total: 2, total_pages: 1 });
    expect(body.data).toEqual([
      {
        technician_id: created.data.technician_id,
        version: 1,
        first_name: 'Ada',
        last_name: 'Byron',
        status: 'Active',
        availability_status: 'Busy',
        vehicle_type: 'Van',
        transport_modes: ['van'],
        created_at: '2026-03-02T09:15:00-05:00',
        updated_at: '2026-03-02T09:15:00-05:00',
        technician_name: 'Ada Byron',
        email: 'ada@acme.example',
        phone: '+12125550101',
        skills: [{ skill_category_id: expect.any(Number), skill_name: 'HVAC', skill_level: 4 }],
      },
      expect.objectContaining({ first_name: 'Grace', phone: null, skills: [] }),
    ]);
  });

  it('filters and searches them', async () => {
    const { create, list } = newCompany();
    await create(ada);
    await create({ ...ada, first_name: 'Änne', email: 'aenne@acme.example', status: 'Inactive' });
    await create({
      ...ada,
      first_name: 'Cy_ril',
      email: 'c@acme.example',
      phone: null,
      availability_status: 'Offline',
    });
    const namesOf = async (query: string) =>
      (await list(query)).body.data.map(({ first_name: name }) => name);

    expect(await namesOf('?status=Inactive')).toEqual(['Änne']);
    expect(await namesOf('?availability_status=Offline')).toEqual(['Cy_ril']);
    expect(await namesOf('?search=ÄNNE')).toEqual(['Änne']);
    expect(await namesOf('?search=ada%20b')).toEqual(['Ada']);
    expect(await namesOf('?search=AENNE@')).toEqual(['Änne']);
    expect(await namesOf('?search=_')).toEqual(['Cy_ril']);
    expect(await namesOf('?search=5550101&status=Active')).toEqual(['Ada']);
    expect(await namesOf('?per_page=1&page=2')).toEqual(['Cy_ril']);
    expect((await list('?status=Gone')).status).toBe(400);
  });

  it('names the skills to choose from', async () => {
    const { admin, create } = newCompany();
    await create({
      ...ada,
      skills: ['boilers', 'HVAC', 'Alarms'].map((skill_name) => ({ skill_name, skill_level: 1 })),
    });

    const { body } = await admin.get<{ data: object }>('/admin/skill-names');

    expect(body.data).toEqual(['Alarms', 'boilers', 'HVAC']);
  });
});

describe('GET /admin/schedule', () => {
  it('shows those who are active, by name, with their skills and their week', async () => {
    const { admin, create } = newCompany();
    const grace = { ...ada, first_name: 'Grace', last_name: 'Hopper', email: 'g@acme.example' };
    await create({ ...grace, availability_status: 'Offline', skills: [], schedule: [] });
    await create({ ...ada, first_name: 'Ida', email: 'ida@acme.example', status: 'Inactive' });
    const { body: created } = await create(ada);

    const { body } = await admin.get<{ data: object }>('/admin/schedule');

    expect(body.data).toEqual({
      technicians: [
        {
          technician_id: created.data.technician_id,
          technician_name: 'Ada Byron',
          availability_status: 'Busy',
          skills: [{ skill_category_id: expect.any(Number), skill_name: 'HVAC', skill_level: 4 }],
          schedule: [
            { day_of_week: 1, start_time: '08:00:00', end_time: '17:00:00', is_available: true },
          ],
        },
        {
          technician_id: expect.any(Number),
          technician_name: 'Grace Hopper',
          availability_status: 'Offline',
          skills: [],
          schedule: [],
        },
      ],
      is_cut: false,
    });
  });

  it('shows 3,000 of them, and that there are more', async () => {
    const { companyId, admin, create } = newCompany();
    await create(ada);
    await service.db.query(
      `insert into technicians (company_id, version, first_name, last_name, email, email_key,
         status, availability_status, transport_modes, search_text, created_at, updated_at)
       select $1, 1, 'Technician', n::text, n || '@many.example', n || '@many.example', 'Active',
         'Available', '{}', 'technician ' || n, now(), now()
       from generate_series(1, 3000) n`,
      [companyId],
    );

    const { body } = await admin.get<{ data: { technicians: Shown[]; is_cut: boolean } }>(
      '/admin/schedule',
    );

    expect([body.data.technicians.length, body.data.is_cut]).toEqual([3_000, true]);
    expect(body.data.technicians[0]).toMatchObject({ technician_name: 'Ada Byron' });
  });

  it("shows none of another company's", async () => {
    await newCompany().create({ ...ada, email: 'elsewhere@acme.example' });

    const { body } = await newCompany().admin.get<{ data: object }>('/admin/schedule');

    expect(body.data).toEqual({ technicians: [], is_cut: false });
  });
});

describe('POST /admin/technicians', () => {
  it('adds a technician with skills and week, and announces it', async () => {
    const { create, show } = newCompany();

    const { status, body } = await create(ada);

    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: 'Technician created.',
      data: expect.objectContaining({
        technician_id: expect.any(Number),
        version: 1,
        email: 'ada@acme.example',
        phone: '+12125550101',
        skills: [{ skill_category_id: expect.any(Number), skill_name: 'HVAC', skill_level: 4 }],
        schedule: ada.schedule,
      }),
      request_id: 'req_1',
    });
    expect((await show(body.data.technician_id)).body.data).toEqual(body.data);
    expect(await service.announced()).toMatchObject([
      { type: 'technician.created', actor: 'ui', version: 1 },
    ]);
  });

  it('refuses an e-mail address that another has, whatever its case, and of several at once all but one', async () => {
    const { create, list } = newCompany();
    const spelt = ['ada', 'ADA', 'Ada', 'aDa', 'adA', 'aDA', 'AdA', 'ADa'];
    const atOnce = await Promise.all(
      spelt.map((name) => create({ ...ada, email: `${name}@acme.example` })),
    );
    const again = await create(ada);

    const refused = Array.from({ length: 7 }, () => 409);
    expect(atOnce.map(({ status }) => status).sort()).toEqual([201, ...refused]);
    const message = 'The technician Ada Byron has this e-mail address already.';
    expect(again).toMatchObject({
      status: 409,
      body: { error: 'conflict', message, errors: [{ field: 'email', message }] },
    });
    expect((await list()).body.pagination).toMatchObject({ total: 1 });
  });

  it.each<[string, object]>([
    ['first_name', { first_name: ' ' }],
    ['email', { email: 'ada' }],
    ['phone', { phone: '1' }],
    ['skills.0.skill_level', { skills: [{ skill_name: 'HVAC', skill_level: 6 }] }],
    ['skills', { skills: [...ada.skills, ...ada.skills] }],
    ['schedule', { schedule: [...ada.schedule, ...ada.schedule] }],
    ['schedule.0.start_time', { schedule: [{ ...ada.schedule[0], start_time: '8:00' }] }],
  ])('refuses %s in %j, and writes nothing', async (field, overrides) => {
    const { create, list } = newCompany();

    expect(await create({ ...ada, ...overrides })).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field }] },
    });
    expect((await list()).body.pagination).toMatchObject({ total: 0 });
    expect(await service.announced()).toEqual([]);
  });
});

describe('PUT /admin/technicians/:id', () => {
  it('changes what is given, the e-mail address too, and announces it', async () => {
    const { create, edit, show } = newCompany();
    const id = (await create(ada)).body.data.technician_id;
    await service.announced();

    const { status, body } = await edit(id, {
      first_name: 'Augusta',
      last_name: 'King',
      email: 'augusta@acme.example',
      status: 'Inactive',
      skills: [{ skill_name: 'Boilers', skill_level: 2 }],
      schedule: [],
      expected_version: 1,
    });

    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      technician_id: id,
      version: 2,
      first_name: 'Augusta',
      email: 'augusta@acme.example',
      phone: '+12125550101',
      status: 'Inactive',
      availability_status: 'Busy',
      skills: [{ skill_name: 'Boilers', skill_level: 2 }],
      schedule: [],
    });
    expect((await show(id)).body.data).toEqual(body.data);
    expect(await service.announced()).toMatchObject([
      {
        type: 'technician.updated',
        subject: String(id),
        version: 2,
        data: { card: { technician_name: 'Augusta King', status: 'Inactive', version: 2 } },
      },
    ]);
  });

  it('does nothing when nothing differs', async () => {
    const { create, edit } = newCompany();
    const { data: before } = (await create(ada)).body;
    await service.announced();

    const answer = await edit(before.technician_id, { ...ada, expected_version: 1 });

    expect(answer.body.data).toEqual(before);
    expect(await service.announced()).toEqual([]);
  });

  it('is refused when the technician has changed, and of two at once one is', async () => {
    const { create, edit, show } = newCompany();
    const id = (await create(ada)).body.data.technician_id;
    const change = (name: string) =>
      edit(id, { ...ada, first_name: name, email: `${name}@acme.example`, expected_version: 1 });

    const answers = await Promise.all(['Anne', 'Annabella'].map(change));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200);
    expect((await show(id)).body.data).toEqual(winner?.body.data);
    expect(await change('Ralph')).toMatchObject({
      status: 409,
      body: { error: 'conflict', current_version: 2 },
    });
  });

  it("refuses another's e-mail address, and keeps its own in another case", async () => {
    const { create, edit } = newCompany();
    const id = (await create(ada)).body.data.technician_id;
    await create({ ...ada, email: 'grace@acme.example' });

    const message = 'The technician Ada Byron has this e-mail address already.';
    expect(
      await edit(id, { ...ada, email: 'Grace@acme.example', expected_version: 1 }),
    ).toMatchObject({
      status: 409,
      body: { error: 'conflict', errors: [{ field: 'email', message }] },
    });
    expect(
      await edit(id, { ...ada, email: 'ADA@acme.example', expected_version: 1 }),
    ).toMatchObject({
      status: 200,
      body: { data: { version: 2, email: 'ADA@acme.example' } },
    });
  });

  it('never makes two of one address, of an edit and a creation at once', async () => {
    const { create, edit, list } = newCompany();
    const id = (await create(ada)).body.data.technician_id;
    const email = 'grace@acme.example';

    const answers = await Promise.all([
      edit(id, { ...ada, email, expected_version: 1 }),
      create({ ...ada, email }),
    ]);

    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const { body } = await list();
    expect(body.data.filter((each) => each.email === email)).toHaveLength(1);
  });

  it("answers 404 for another company's technician, and nothing to a caller of the API", async () => {
    const id = (await newCompany().create(ada)).body.data.technician_id;
    const other = newCompany();

    expect((await other.show(id)).status).toBe(404);
    expect((await other.edit(id, { ...ada, expected_version: 1 })).status).toBe(404);
    expect((await service.api.get(PATH)).status).toBe(404);
    expect((await other.edit(id, ada)).status).toBe(400);
  });
});
