import type { Job } from '../records/job';
import { moveJob, createJobDraft } from './job';

const MADE = new Date('2026-03-01T08:00:00Z');
const NOW = new Date('2026-03-02T08:00:00Z');
const LATER = new Date('2026-03-03T08:00:00Z');

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

describe('createJobDraft', () => {
  it('starts in Pending, at version 1, with its assets linked', () => {
    expect(job()).toMatchObject({
      jobStatus: 'Pending',
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

describe('moveJob', () => {
  it('sets actual_start at the first move to In Progress, and only then', () => {
    const started = moveJob(job({ jobStatus: 'Assigned' }), 'In Progress', NOW);
    const resumed = moveJob({ ...started, jobStatus: 'On Hold' }, 'In Progress', LATER);

    expect(started).toMatchObject({ actualStart: NOW, actualEnd: null, version: 2 });
    expect(resumed).toMatchObject({ actualStart: NOW, updatedAt: LATER, version: 3 });
  });

  it('sets actual_end at the move to Completed', () => {
    const completed = moveJob(
      job({ jobStatus: 'In Progress', actualStart: MADE }),
      'Completed',
      NOW,
    );

    expect(completed).toMatchObject({ jobStatus: 'Completed', actualStart: MADE, actualEnd: NOW });
    expect(moveJob(completed, 'Invoiced', LATER)).toMatchObject({ actualEnd: NOW });
  });

  it('refuses a move the table does not have, and names those it has', () => {
    expect(() => moveJob(job(), 'Completed', NOW)).toThrow(
      'A job cannot move from Pending to Completed; allowed moves are: Assigned, Cancelled.',
    );
    expect(() => moveJob(job({ jobStatus: 'Closed' }), 'Closed', NOW)).toThrow(
      'A job cannot move from Closed to Closed; allowed moves are: none, Closed is final.',
    );
  });
});
