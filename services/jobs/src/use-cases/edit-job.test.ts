import { MAX_ENVELOPE_BYTES } from '@svc/contracts';
import { createOutboxRow } from '@svc/outbox';
import { findChanges } from '@svc/records';
import { createCaller } from '@svc/testing';
import { createJobDraft, type NewJob } from '../domain/job';
import { job as jobRecord, type Job, type JobPatch } from '../records/job';
import { announceEdit, editJob } from './edit-job';
import { checkAndEditJob } from './update-job';

const MADE = new Date('2026-03-01T08:00:00Z');
const NOW = new Date('2026-03-02T08:00:00Z');

const job = (overrides: Partial<Job> = {}): Job => ({
  id: 5,
  ...createJobDraft(
    {
      companyId: 1,
      jobTitle: 'Fix the unit',
      jobDescription: 'The unit on the roof makes a grinding noise.',
      jobPriority: 'Medium',
      customerLocationId: 31,
      assignedTechnicianId: 7,
      scheduledStart: new Date('2026-03-10T09:00:00Z'),
      scheduledEnd: new Date('2026-03-10T12:00:00Z'),
      externalId: null,
      assetIds: [88],
    },
    MADE,
  ),
  ...overrides,
});

const author = createCaller({ actor: 'api_key:4', zone: 'America/New_York' });

const details: NewJob = {
  companyId: 1,
  jobTitle: 'Fix the unit',
  jobDescription: 'The unit on the roof makes a grinding noise.',
  jobPriority: 'Medium',
  customerLocationId: 31,
  assignedTechnicianId: null,
  scheduledStart: new Date('2026-03-10T13:00:00Z'),
  scheduledEnd: null,
  externalId: null,
  requiredSkills: [{ skillName: 'HVAC', skillLevel: 3 }],
  requiredParts: [{ itemId: 9, locationId: 2, quantity: 4 }],
  assetIds: [88],
  assetRelationshipType: 'inspected',
};
const detailed: Job = { ...createJobDraft(details, MADE), id: 5 };

const DEAREST_LETTER = '\u0001';

it('a job that had the most of everything makes no event that the stream refuses', () => {
  const draft = createJobDraft(
    {
      ...details,
      meterId: 1,
      jobTitle: DEAREST_LETTER.repeat(255),
      jobDescription: DEAREST_LETTER.repeat(10_000),
      requiredSkills: Array(200).fill({ skillName: DEAREST_LETTER.repeat(255), skillLevel: 5 }),
      requiredParts: Array(200).fill({
        itemId: Number.MAX_SAFE_INTEGER,
        locationId: Number.MAX_SAFE_INTEGER,
        quantity: 2 ** 31 - 1,
      }),
      assetIds: Array.from({ length: 500 }, (_, at) => Number.MAX_SAFE_INTEGER - at),
    },
    MADE,
  );
  const largest: Job = { ...draft, id: Number.MAX_SAFE_INTEGER };
  const after = editJob(
    largest,
    { jobTitle: 'a', jobDescription: 'b', requiredSkills: [], assetIds: [] },
    NOW,
  );

  const envelopes = announceEdit(largest, after, author).map(
    (event) => createOutboxRow('jobs', event).envelope,
  );

  for (const envelope of envelopes) {
    expect(Buffer.byteLength(envelope)).toBeLessThan(MAX_ENVELOPE_BYTES);
  }
});

describe('announceEdit', () => {
  it('says the former values of exactly the changed fields, by their names in the API', () => {
    const after = editJob(
      detailed,
      {
        jobTitle: 'Replace the unit',
        jobDescription: detailed.jobDescription,
        jobPriority: 'High',
        customerLocationId: 32,
        assignedTechnicianId: 7,
        scheduledStart: null,
        scheduledEnd: new Date('2026-03-11T13:00:00Z'),
        requiredSkills: [],
        requiredParts: [],
        assetIds: [],
      },
      NOW,
    );

    const [updated] = announceEdit(detailed, after, author);

    expect(updated).toEqual({
      type: 'job.updated',
      companyId: 1,
      recordId: 5,
      version: 2,
      occurredAt: NOW,
      actor: 'api_key:4',
      data: {
        card: { job_id: 5, job_status: 'Pending', deleted: false, required_parts: [], version: 2 },
        previous: {
          job_title: 'Fix the unit',
          job_priority: 'Medium',
          customer_location_id: 31,
          assigned_technician_id: null,
          scheduled_start: '2026-03-10T09:00:00-04:00',
          scheduled_end: null,
          required_skills: [{ skill_name: 'HVAC', skill_level: 3 }],
          required_parts: [{ item_id: 9, location_id: 2, quantity: 4 }],
          assets: [
            {
              asset_id: 88,
              relationship_type: 'inspected',
              relationship_notes: null,
              linked_at: '2026-03-01T03:00:00-05:00',
            },
          ],
        },
      },
    });
  });
});

describe('editJob', () => {
  it('sets what is given, clears what is null, keeps what is absent', () => {
    const changes = {
      jobTitle: 'Replace the unit',
      assignedTechnicianId: null,
      jobPriority: undefined,
    };

    const edited = editJob(job(), changes, NOW);

    expect(edited).toEqual({
      ...job(),
      jobTitle: 'Replace the unit',
      assignedTechnicianId: null,
      version: 2,
      updatedAt: NOW,
    });
  });

  it('is the very same job when nothing differs', () => {
    const before = job();
    const same = {
      jobTitle: before.jobTitle,
      scheduledStart: new Date('2026-03-10T09:00:00Z'),
      assetIds: [88],
    };

    expect(editJob(before, same, NOW)).toBe(before);
  });

  it('counts a change of links as one change', () => {
    const edited = editJob(job(), { assetIds: [] }, NOW);

    expect(edited).toMatchObject({ version: 2, links: [], updatedAt: NOW });
    expect(findChanges(jobRecord, job(), edited).map(({ field }) => field)).toEqual(['links']);
  });

  it('checks the schedule on the merged job', () => {
    const found = { locationIsLive: false, technicianStatus: undefined, liveAssetIds: new Set([]) };
    const edit = (patch: JobPatch): Job => checkAndEditJob(job(), patch, { found, at: NOW });
    const end = new Date('2026-03-10T08:59:59Z');

    expect(() => edit({ scheduledEnd: end })).toThrow(
      'scheduled_end must not be before scheduled_start.',
    );
    const start = new Date('2026-03-10T08:00:00Z');
    expect(edit({ scheduledStart: start, scheduledEnd: end }).scheduledEnd).toEqual(end);
    expect(edit({ scheduledStart: null, scheduledEnd: end }).version).toBe(2);
    expect(edit({ scheduledEnd: job().scheduledStart }).version).toBe(2);
  });
});
