import { differences, editJob, moveJob, newJob, type Job } from './job';

const MADE = new Date('2026-03-01T08:00:00Z');
const NOW = new Date('2026-03-02T08:00:00Z');
const LATER = new Date('2026-03-03T08:00:00Z');

const job = (overrides: Partial<Job> = {}): Job => ({
  ...newJob(
    {
      companyId: 1,
      id: 5,
      title: 'Fix the unit',
      description: 'The unit on the roof makes a grinding noise.',
      priority: 'Medium',
      locationId: 31,
      technicianId: 7,
      scheduledStart: new Date('2026-03-10T09:00:00Z'),
      scheduledEnd: new Date('2026-03-10T12:00:00Z'),
      requiredSkills: [],
      requiredParts: [],
      assets: { assetIds: [88] },
    },
    MADE,
  ),
  ...overrides,
});

describe('newJob', () => {
  it('starts in Pending, at version 1, with its assets linked', () => {
    expect(job()).toMatchObject({
      status: 'Pending',
      version: 1,
      actualStart: null,
      actualEnd: null,
      createdAt: MADE,
      updatedAt: MADE,
      deletedAt: null,
      links: [{ assetId: 88, relationshipType: 'serviced', linkedAt: MADE }],
    });
  });
});

describe('editJob', () => {
  it('sets what is given, clears what is null, keeps what is absent', () => {
    const changes = { title: 'Replace the unit', technicianId: null, priority: undefined };

    const edited = editJob(job(), changes, {}, NOW);

    expect(edited).toEqual({
      ...job(),
      title: 'Replace the unit',
      technicianId: null,
      version: 2,
      updatedAt: NOW,
    });
  });

  it('is the very same job when nothing differs', () => {
    const before = job();
    const same = { title: before.title, scheduledStart: new Date('2026-03-10T09:00:00Z') };

    expect(editJob(before, same, { assetIds: [88] }, NOW)).toBe(before);
  });

  it('counts a change of links as one change', () => {
    const edited = editJob(job(), {}, { assetIds: [] }, NOW);

    expect(edited).toMatchObject({ version: 2, links: [], updatedAt: NOW });
    expect(differences(job(), edited)).toEqual(['links']);
  });

  it('checks the schedule on the merged job', () => {
    const end = new Date('2026-03-10T08:59:59Z');

    expect(() => editJob(job(), { scheduledEnd: end }, {}, NOW)).toThrow(
      'scheduled_end must not be before scheduled_start.',
    );
    const start = new Date('2026-03-10T08:00:00Z');
    expect(
      editJob(job(), { scheduledStart: start, scheduledEnd: end }, {}, NOW).scheduledEnd,
    ).toEqual(end);
    expect(editJob(job(), { scheduledStart: null, scheduledEnd: end }, {}, NOW).version).toBe(2);
    expect(editJob(job(), { scheduledEnd: job().scheduledStart }, {}, NOW).version).toBe(2);
  });
});

describe('moveJob', () => {
  it('sets actual_start at the first move to In Progress, and only then', () => {
    const started = moveJob(job({ status: 'Assigned' }), 'In Progress', NOW);
    const resumed = moveJob({ ...started, status: 'On Hold' }, 'In Progress', LATER);

    expect(started).toMatchObject({ actualStart: NOW, actualEnd: null, version: 2 });
    expect(resumed).toMatchObject({ actualStart: NOW, updatedAt: LATER, version: 3 });
  });

  it('sets actual_end at the move to Completed', () => {
    const completed = moveJob(job({ status: 'In Progress', actualStart: MADE }), 'Completed', NOW);

    expect(completed).toMatchObject({ status: 'Completed', actualStart: MADE, actualEnd: NOW });
    expect(moveJob(completed, 'Invoiced', LATER)).toMatchObject({ actualEnd: NOW });
  });

  it('refuses a move the table does not have, and names those it has', () => {
    expect(() => moveJob(job(), 'Completed', NOW)).toThrow(
      'A job cannot move from Pending to Completed; allowed moves are: Assigned, Cancelled.',
    );
    expect(() => moveJob(job({ status: 'Closed' }), 'Closed', NOW)).toThrow(
      'A job cannot move from Closed to Closed; allowed moves are: none, Closed is final.',
    );
  });
});
