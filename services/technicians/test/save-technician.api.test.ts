import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(() => service.announced());

interface Saved {
  readonly data: { readonly technician_id: number; readonly outcome: string };
}

const ada = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@acme.example',
  phone: '+12125550101',
  vehicle_type: 'Van',
  transport_modes: ['van'],
  skills: [{ skill_name: 'HVAC', skill_level: 4 }],
  schedule: [{ day_of_week: 1, start_time: '08:00:00', end_time: '17:00:00', is_available: true }],
};

let companies = 10;
const newCompany = () => {
  companies += 1;
  const companyId = companies;
  const admin = service.admin.as({ companyId });
  const api = service.api.as({ companyId });
  return {
    companyId,
    save: (body: object) => admin.put<Saved>('/admin/technicians', body),
    read: async (id: number) =>
      (await api.get<{ data: object }>(`/api/v1/technicians?id=${id}`)).body.data,
  };
};

const count = async (table: string, companyId: number): Promise<number> => {
  const rows: { n: number }[] = await service.db.query(
    `select count(*) as n from ${table} where company_id = $1`,
    [companyId],
  );
  return rows[0]?.n ?? 0;
};

describe('PUT /admin/technicians', () => {
  it('creates a technician and announces it with its card', async () => {
    const { companyId, save } = newCompany();
    const wakeUps = service.wakeUps();

    const { status, body } = await save(ada);

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: { technician_id: expect.any(Number), outcome: 'created' },
      request_id: 'req_1',
    });
    const id = body.data.technician_id;
    expect(await service.announced()).toEqual([
      expect.objectContaining({
        type: 'technician.created',
        subject: String(id),
        companyid: companyId,
        version: 1,
        actor: 'ui',
        time: '2026-03-02T14:15:00.000Z',
        data: {
          card: {
            technician_id: id,
            technician_name: 'Ada Byron',
            status: 'Active',
            version: 1,
          },
        },
      }),
    ]);
    expect(service.wakeUps()).toBe(wakeUps + 1);
  });

  it('finds the technician by e-mail without regard to case and replaces what is given', async () => {
    const { companyId, save, read } = newCompany();
    const { technician_id: id } = (await save(ada)).body.data;
    await service.announced();
    service.clock.advance(60_000);

    const { body } = await save({
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'Ada@Acme.example',
      status: 'Inactive',
      phone: null,
      skills: [
        { skill_name: 'hvac', skill_level: 5 },
        { skill_name: 'Controls', skill_level: 2 },
      ],
      schedule: [],
    });

    expect(body.data).toEqual({ technician_id: id, outcome: 'changed' });
    expect(await read(id)).toMatchObject({
      last_name: 'Lovelace',
      email: 'Ada@Acme.example',
      status: 'Inactive',
      phone: null,
      vehicle_type: 'Van',
      transport_modes: ['van'],
      skills: [
        { skill_name: 'HVAC', skill_level: 5 },
        { skill_name: 'Controls', skill_level: 2 },
      ],
      schedule: [],
      created_at: '2026-03-02T09:15:00-05:00',
      updated_at: '2026-03-02T09:16:00-05:00',
    });
    expect(await service.announced()).toEqual([
      expect.objectContaining({
        type: 'technician.updated',
        subject: String(id),
        companyid: companyId,
        version: 2,
        data: {
          card: {
            technician_id: id,
            technician_name: 'Ada Lovelace',
            status: 'Inactive',
            version: 2,
          },
        },
      }),
    ]);
  });

  it('keeps what is absent', async () => {
    const { save, read } = newCompany();
    const { technician_id: id } = (await save(ada)).body.data;
    const before = await read(id);

    await save({
      ...ada,
      phone: undefined,
      skills: undefined,
      schedule: undefined,
      last_name: 'B.',
    });

    expect(await read(id)).toEqual({
      ...before,
      version: 2,
      last_name: 'B.',
      updated_at: expect.any(String),
    });
  });

  it('changes and announces nothing when nothing differs, however it is written', async () => {
    const { save, read } = newCompany();
    const two = {
      ...ada,
      skills: [
        { skill_name: 'HVAC', skill_level: 4 },
        { skill_name: 'Controls', skill_level: 2 },
      ],
      schedule: [
        { day_of_week: 2, start_time: '08:00:00', end_time: '17:00:00', is_available: true },
        { day_of_week: 1, start_time: '08:00:00', end_time: '17:00:00', is_available: true },
      ],
    };
    const { technician_id: id } = (await save(two)).body.data;
    const before = await read(id);
    await service.announced();
    service.clock.advance(60_000);

    const { body } = await save({
      ...two,
      phone: '(212) 555-0101',
      skills: two.skills.toReversed().map((skill) => ({
        ...skill,
        skill_name: ` ${skill.skill_name.toLowerCase()} `,
      })),
      schedule: two.schedule.toReversed(),
    });

    expect(body.data).toEqual({ technician_id: id, outcome: 'unchanged' });
    expect(await read(id)).toEqual(before);
    expect(await service.announced()).toEqual([]);
  });

  it('finds the technician and the skills by their keys', async () => {
    const { save, read } = newCompany();
    const skills = (skill_name: string) => [{ skill_name, skill_level: 3 }];
    const first = { ...ada, email: 'Ὀδός@acme.example', skills: skills('Lötén') };
    const { technician_id: id } = (await save(first)).body.data;

    const again = {
      ...ada,
      email: 'Ο\u0313ΔΌΣ@acme.example\u200B',
      skills: skills('LO\u0308TE\u0301N'),
    };
    expect((await save(again)).body.data.technician_id).toBe(id);
    expect(await read(id)).toMatchObject({ skills: [{ skill_name: 'Lötén' }] });
  });

  it('gives a category one id throughout the company, and another company its own', async () => {
    const here = newCompany();
    const there = newCompany();
    const skills = [{ skill_name: 'Boilers', skill_level: 3 }];
    const ids = await Promise.all(
      [here, here, there].map(async ({ save, read }, at) => {
        const { body } = await save({ ...ada, email: `${at}@acme.example`, skills });
        const technician = await read(body.data.technician_id);
        return (technician as { skills: { skill_category_id: number }[] }).skills[0]
          ?.skill_category_id;
      }),
    );

    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('creates one technician of twenty that are sent at once', async () => {
    const { companyId, save } = newCompany();

    const answers = await Promise.all(Array.from({ length: 20 }, () => save(ada)));

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ body }) => body.data.outcome === 'created')).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.data.technician_id)).size).toBe(1);
    expect(await count('technicians', companyId)).toBe(1);
    expect(await service.announced()).toHaveLength(1);
  });

  it('lets technicians with the same new skills in different order be saved at once', async () => {
    const { companyId, save } = newCompany();
    const skills = ['A', 'B', 'C', 'D'].map((skill_name) => ({ skill_name, skill_level: 1 }));

    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        save({
          ...ada,
          email: `${at}@acme.example`,
          skills: at % 2 === 0 ? skills : skills.toReversed(),
        }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await count('skill_categories', companyId)).toBe(4);
    expect(await count('technician_skills', companyId)).toBe(64);
  });

  it.each<[string, object, string]>([
    ['no first name', { first_name: undefined }, 'first_name'],
    ['a blank last name', { last_name: '  ' }, 'last_name'],
    ['a name of 256 characters', { last_name: 'x'.repeat(256) }, 'last_name'],
    ['no e-mail', { email: undefined }, 'email'],
    ['an e-mail that is none', { email: 'ada' }, 'email'],
    ['a phone of four characters', { phone: '1234' }, 'phone'],
    ['a phone of 33 characters', { phone: '1'.repeat(33) }, 'phone'],
    ['an unknown status', { status: 'Retired' }, 'status'],
    ['an unknown availability', { availability_status: 'Asleep' }, 'availability_status'],
    ['transport modes that are no list', { transport_modes: 'van' }, 'transport_modes'],
    [
      'a skill level of 6',
      { skills: [{ skill_name: 'HVAC', skill_level: 6 }] },
      'skills.0.skill_level',
    ],
    [
      'a skill level of 0',
      { skills: [{ skill_name: 'HVAC', skill_level: 0 }] },
      'skills.0.skill_level',
    ],
    ['a skill without a name', { skills: [{ skill_level: 3 }] }, 'skills.0.skill_name'],
    [
      'a skill twice',
      {
        skills: [
          { skill_name: 'HVAC', skill_level: 1 },
          { skill_name: 'hvac', skill_level: 2 },
        ],
      },
      'skills',
    ],
    ['day 8', { schedule: [{ ...ada.schedule?.[0], day_of_week: 8 }] }, 'schedule.0.day_of_week'],
    ['day 0', { schedule: [{ ...ada.schedule?.[0], day_of_week: 0 }] }, 'schedule.0.day_of_week'],
    [
      'a time without seconds',
      { schedule: [{ ...ada.schedule?.[0], start_time: '08:00' }] },
      'schedule.0.start_time',
    ],
    [
      "24 o'clock",
      { schedule: [{ ...ada.schedule?.[0], end_time: '24:00:00' }] },
      'schedule.0.end_time',
    ],
    [
      'a shift that ends as it begins',
      { schedule: [{ ...ada.schedule?.[0], end_time: '08:00:00' }] },
      'schedule',
    ],
    [
      'shifts that overlap',
      {
        schedule: [
          ada.schedule?.[0],
          { ...ada.schedule?.[0], start_time: '16:59:59', end_time: '18:00:00' },
        ],
      },
      'schedule',
    ],
  ])('refuses %s and writes nothing', async (_, change, field) => {
    const { companyId, save } = newCompany();

    expect(await save({ ...ada, ...change })).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field }] },
    });
    expect(await count('technicians', companyId)).toBe(0);
    expect(await count('skill_categories', companyId)).toBe(0);
    expect(await service.announced()).toEqual([]);
  });

  it('is not there for a caller of the public API', async () => {
    expect(await service.api.put('/admin/technicians', ada)).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
  });
});

it('says in a dry run what would become of a technician, and leaves nothing behind', async () => {
  const { companyId } = newCompany();
  const admin = service.admin.as({ companyId });
  const tryOut = async (body: object) =>
    (await admin.put<Saved>('/admin/technicians?dry_run=true', body)).body.data;
  const wakeUps = service.wakeUps();

  expect(await tryOut(ada)).toMatchObject({ outcome: 'created' });
  expect(await count('technicians', companyId)).toBe(0);
  await admin.put('/admin/technicians', ada);
  await service.announced();
  expect(await tryOut(ada)).toMatchObject({ outcome: 'unchanged' });
  expect(await tryOut({ ...ada, phone: null })).toMatchObject({ outcome: 'changed' });

  expect(await tryOut(ada)).toMatchObject({ outcome: 'unchanged' });
  expect(await service.announced()).toEqual([]);
  expect(service.wakeUps()).toBe(wakeUps + 1);
});

describe('PUT /admin/technicians/batch', () => {
  interface Answers {
    readonly data: readonly Saved['data'][];
  }
  const saveAll = (companyId: number, entries: readonly unknown[], query = '') =>
    service.admin.as({ companyId }).put<Answers>(`/admin/technicians/batch${query}`, { entries });
  const bo = { ...ada, first_name: 'Bo', email: 'bo@acme.example' };
  const cy = { ...ada, first_name: 'Cy', email: 'cy@acme.example' };

  it('creates technicians and brings those that are there up to date, in one transaction', async () => {
    const { companyId, save } = newCompany();
    const first = await save(ada);
    await service.announced();

    const { status, body } = await saveAll(companyId, [{ ...ada, first_name: 'Adah' }, bo, cy]);

    expect(status).toBe(200);
    expect(body.data).toEqual([
      { technician_id: first.body.data.technician_id, outcome: 'changed' },
      { technician_id: expect.any(Number), outcome: 'created' },
      { technician_id: expect.any(Number), outcome: 'created' },
    ]);
    expect((await service.announced()).map(({ type }) => type)).toEqual([
      'technician.updated',
      'technician.created',
      'technician.created',
    ]);
    expect(
      await service.db.query('select distinct xmin::text from technicians where company_id = $1', [
        companyId,
      ]),
    ).toHaveLength(1);
  });

  it('saves one technician of two addresses with one key', async () => {
    const { companyId } = newCompany();

    const { status, body } = await saveAll(companyId, [bo, { ...bo, email: 'BO@acme.example' }]);

    expect(status).toBe(200);
    const id = body.data[0]?.technician_id;
    expect(body.data).toEqual([
      { technician_id: id, outcome: 'created' },
      { technician_id: id, outcome: 'changed' },
    ]);
  });

  it('creates new technicians together, each with their own skills and shifts', async () => {
    const { companyId, read } = newCompany();
    const skills = [
      { skill_name: 'hvac', skill_level: 2 },
      { skill_name: 'Boilers', skill_level: 5 },
    ];

    const { body } = await saveAll(companyId, [
      ada,
      { ...bo, skills, schedule: [] },
      { ...cy, skills: [] },
    ]);

    const ids = body.data.map(({ technician_id }) => technician_id);
    expect(await Promise.all(ids.map(read))).toMatchObject([
      { first_name: 'Ada', skills: [{ skill_name: 'HVAC', skill_level: 4 }], schedule: [{}] },
      {
        first_name: 'Bo',
        skills: [
          { skill_name: 'Boilers', skill_level: 5 },
          { skill_name: 'HVAC', skill_level: 2 },
        ],
        schedule: [],
      },
      { first_name: 'Cy', skills: [], schedule: [{}] },
    ]);
    expect((await service.announced()).map(({ type, subject }) => [type, subject])).toEqual(
      ids.map((id) => ['technician.created', String(id)]),
    );
  });

  it('writes none when one is refused, and none in a dry run', async () => {
    const { companyId } = newCompany();

    expect(await saveAll(companyId, [ada, { ...bo, phone: 5 }])).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'entries.1.phone' }] },
    });
    expect(await saveAll(companyId, [ada, ada])).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'entries.1' }] },
    });
    expect((await saveAll(companyId, [ada, bo], '?dry_run=true')).body.data).toMatchObject([
      { outcome: 'created' },
      { outcome: 'created' },
    ]);
    expect(await count('technicians', companyId)).toBe(0);
    expect(await service.announced()).toEqual([]);
  });

  it('creates each technician once when the same ones are sent at once', async () => {
    const { companyId } = newCompany();

    const answers = await Promise.all([
      saveAll(companyId, [ada, bo, cy]),
      saveAll(companyId, [cy, bo, ada]),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await count('technicians', companyId)).toBe(3);
  });
});
