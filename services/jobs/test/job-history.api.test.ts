import type { Scope } from '@svc/contracts';
import { expectDocumented } from './documented';
import { DESCRIPTION, testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.clock.set('2026-03-02T14:15:00Z');
  await service.announced();
});

interface Entry {
  readonly version: number;
  readonly time: string;
  readonly source: string | null;
  readonly person_id: number | null;
  readonly changes: readonly { field: string; before: unknown; after: unknown }[];
}

interface History {
  readonly data: readonly Entry[];
  readonly pagination: { readonly total: number };
}

const read = (jobId: number, query = '', companyId = 1) =>
  service.admin.as({ companyId }).get<History>(`/admin/jobs/${jobId}/history${query}`);

const historyOf = async (jobId: number): Promise<readonly Entry[]> => (await read(jobId)).body.data;

/** Olive, who is signed in to the dashboard. */
const olive = () => service.api.as({ actor: 'ui', personId: 5 });
const oliveAsAdmin = () => service.admin.as({ actor: 'ui', personId: 5 });

const aJob = () => ({
  job_title: 'Replace the filter',
  job_description: DESCRIPTION,
  customer_location_id: service.givenLocation({ location_name: 'Main site' }),
});

const create = async (body: object = {}, as = service.api): Promise<number> => {
  const answer = await as.post<{ data: { job_id: number } }>('/api/v1/jobs', {
    ...aJob(),
    ...body,
  });
  return answer.body.data.job_id;
};

describe('GET /admin/jobs/:id/history', () => {
  it('tells every change with time, source, who, and fields before and after, newest first', async () => {
    const ada = service.givenTechnician({ technician_name: 'Ada Byron' });
    const jobId = await create({ scheduled_start: '2026-03-04T09:00:00' });
    service.clock.set('2026-03-02T15:00:00Z');
    await olive().put(`/api/v1/jobs?id=${jobId}`, {
      job_priority: 'Urgent',
      assigned_technician_id: ada,
      scheduled_start: '2026-03-05T10:30:00',
    });
    service.clock.set('2026-03-02T16:00:00Z');
    await service.api.as({ actor: 'api_key:9' }).patch(`/api/v1/jobs?id=${jobId}`, {
      job_status: 'Assigned',
    });
    service.clock.set('2026-03-02T17:00:00Z');
    await oliveAsAdmin().post(`/admin/jobs/${jobId}/delete`);

    const { status, body } = await read(jobId);

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: [
        {
          version: 4,
          time: '2026-03-02T12:00:00-05:00',
          source: 'ui',
          person_id: 5,
          changes: [{ field: 'deleted', before: false, after: true }],
        },
        {
          version: 3,
          time: '2026-03-02T11:00:00-05:00',
          source: 'api_key:9',
          person_id: null,
          changes: [{ field: 'job_status', before: 'Pending', after: 'Assigned' }],
        },
        {
          version: 2,
          time: '2026-03-02T10:00:00-05:00',
          source: 'ui',
          person_id: 5,
          changes: [
            { field: 'job_priority', before: 'Medium', after: 'Urgent' },
            {
              field: 'assigned_technician_id',
              before: null,
              after: ada,
              name_before: null,
              name_after: 'Ada Byron',
            },
            {
              field: 'scheduled_start',
              before: '2026-03-04T09:00:00-05:00',
              after: '2026-03-05T10:30:00-05:00',
            },
          ],
        },
        {
          version: 1,
          time: '2026-03-02T09:15:00-05:00',
          source: 'api_key:1',
          person_id: null,
          changes: [],
        },
      ],
      pagination: { page: 1, per_page: 50, total: 4, total_pages: 1 },
      request_id: 'req_1',
    });
  });

  it('tells who made a job, and in which way', async () => {
    const byOlive = await create({}, olive());
    const byManifest = await service.givenJob();

    expect(await historyOf(byOlive)).toMatchObject([{ version: 1, source: 'ui', person_id: 5 }]);
    expect(await historyOf(byManifest)).toMatchObject([
      { version: 1, source: 'ui', person_id: null },
    ]);
  });

  it('tells of links, parts, skills, the work’s times, and of a restoration', async () => {
    const asset = service.givenAsset();
    const jobId = await create();
    await service.api.put(`/api/v1/jobs?id=${jobId}`, { asset_ids: [asset] });
    await service.admin.put(`/admin/jobs/${jobId}/requirements`, {
      required_skills: [{ skill_name: 'HVAC', skill_level: 3 }],
      required_parts: [{ item_id: 3, location_id: 2, quantity: 5 }],
    });
    for (const job_status of ['Assigned', 'In Progress', 'Completed']) {
      await service.api.patch(`/api/v1/jobs?id=${jobId}`, { job_status });
    }
    await service.admin.post(`/admin/jobs/${jobId}/delete`);
    await service.admin.post(`/admin/jobs/${jobId}/restore`);

    const at = '2026-03-02T09:15:00-05:00';
    expect((await historyOf(jobId)).map(({ changes }) => changes)).toEqual([
      [{ field: 'deleted', before: true, after: false }],
      [{ field: 'deleted', before: false, after: true }],
      [
        { field: 'job_status', before: 'In Progress', after: 'Completed' },
        { field: 'actual_end', before: null, after: at },
      ],
      [
        { field: 'job_status', before: 'Assigned', after: 'In Progress' },
        { field: 'actual_start', before: null, after: at },
      ],
      [{ field: 'job_status', before: 'Pending', after: 'Assigned' }],
      [
        {
          field: 'required_skills',
          before: [],
          after: [{ skill_name: 'HVAC', skill_level: 3 }],
        },
        {
          field: 'required_parts',
          before: [],
          after: [{ item_id: 3, location_id: 2, quantity: 5 }],
        },
      ],
      [
        {
          field: 'assets',
          before: [],
          after: [
            {
              asset_id: asset,
              relationship_type: 'serviced',
              relationship_notes: null,
              linked_at: at,
            },
          ],
        },
      ],
      [],
    ]);
  });

  it('has one entry for each version when many change a job at once, each from the one before', async () => {
    const jobId = await create({ job_title: 'Title 0' });

    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        service.api
          .as({ actor: `api_key:${n + 1}` })
          .put(`/api/v1/jobs?id=${jobId}`, { job_title: `Title ${n + 1}` }),
      ),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const entries = await historyOf(jobId);
    expect(entries.map(({ version }) => version)).toEqual(
      Array.from({ length: 13 }, (_, n) => 13 - n),
    );
    const changes = entries.slice(0, -1).map(({ source, changes: [change] }) => {
      expect(source).toBe(`api_key:${String(change?.after).slice('Title '.length)}`);
      return change;
    });
    changes.forEach((change, index) => {
      expect(change?.before).toBe(changes[index + 1]?.after ?? 'Title 0');
    });
  });

  it('tells nothing of what was refused or changed nothing', async () => {
    const jobId = await create({ job_priority: 'High' });

    await service.api.put(`/api/v1/jobs?id=${jobId}`, { job_priority: 'High' });
    await service.api.put(`/api/v1/jobs?id=${jobId}`, { job_title: 'No', expected_version: 9 });
    await service.api.patch(`/api/v1/jobs?id=${jobId}`, { job_status: 'Paid' });
    const two = await Promise.all(
      ['One', 'Two'].map((job_title) =>
        service.api.put(`/api/v1/jobs?id=${jobId}`, { job_title, expected_version: 1 }),
      ),
    );

    expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await historyOf(jobId)).map(({ version }) => version)).toEqual([2, 1]);
  });

  it('is written with the change or not at all', async () => {
    const jobId = await create();
    await service.announced();
    await service.db.query('alter table record_changes rename to moved_away');

    const refused = await service.api.put(`/api/v1/jobs?id=${jobId}`, { job_title: 'Other' });

    await service.db.query('alter table moved_away rename to record_changes');
    expect(refused.status).toBe(500);
    expect(await historyOf(jobId)).toHaveLength(1);
    expect(await service.announced()).toEqual([]);
  });

  it('comes in pages', async () => {
    const jobId = await create();
    for (const job_title of ['One', 'Two', 'Three']) {
      await service.api.put(`/api/v1/jobs?id=${jobId}`, { job_title });
    }

    const { body } = await read(jobId, '?page=2&per_page=2');

    expect(body.data.map(({ version }) => version)).toEqual([2, 1]);
    expect(body.pagination).toEqual({ page: 2, per_page: 2, total: 4, total_pages: 2 });
  });

  it('is not there for another company, nor for a job that does not exist', async () => {
    const another = await service.givenJob({}, 2);

    for (const id of [another, 999_999]) {
      expect(await read(id)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    }
    expect((await read(another, '', 2)).status).toBe(200);
  });
});

describe('GET /api/v1/jobs?id&sub=history', () => {
  it('names locations, and technicians to those who may read them', async () => {
    const [ada, grace] = ['Ada Byron', 'Grace Hopper'].map((technician_name) =>
      service.givenTechnician({ technician_name }),
    );
    const depot = service.givenLocation({ location_name: 'Depot' });
    const jobId = await create({ assigned_technician_id: ada });
    await service.api.put(`/api/v1/jobs?id=${jobId}`, {
      assigned_technician_id: grace,
      customer_location_id: depot,
    });
    const readWith = async (scopes: readonly Scope[]) => {
      const { status, body } = await service.api
        .as({ scopes })
        .get<History>(`/api/v1/jobs?id=${jobId}&sub=history`);
      expectDocumented('listJobHistory', status, body);
      return body.data[0]?.changes;
    };

    const location = { field: 'customer_location_id', after: depot, name_after: 'Depot' };
    const technician = { field: 'assigned_technician_id', before: ada, after: grace };
    expect(await readWith(['jobs:read', 'technicians:read'])).toMatchObject([
      { ...technician, name_before: 'Ada Byron', name_after: 'Grace Hopper' },
      { ...location, name_before: 'Main site' },
    ]);
    expect(await readWith(['jobs:read'])).toMatchObject([
      { ...technician, name_before: null, name_after: null },
      { ...location, name_before: 'Main site' },
    ]);
  });
});
