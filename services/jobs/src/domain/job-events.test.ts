import type { Job } from '../records/job';
import { moveJob, createJobDraft, type NewJob } from './job';
import { announceStatusMove } from './job-events';

const MADE = new Date('2026-03-01T08:00:00Z');
const NOW = new Date('2026-03-02T08:00:00Z');
const author = { actor: 'api_key:4', zone: 'America/New_York' };

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
const job: Job = { ...createJobDraft(details, MADE), id: 5 };

describe('announceStatusMove', () => {
  it('announces the change with the former status', () => {
    const after = moveJob(job, 'Assigned', NOW);

    expect(announceStatusMove(job, after, author)).toEqual([
      expect.objectContaining({
        type: 'job.status_changed',
        version: 2,
        data: {
          card: {
            job_id: 5,
            job_status: 'Assigned',
            deleted: false,
            required_parts: [{ item_id: 9, location_id: 2, quantity: 4 }],
            version: 2,
          },
          previous: { status: 'Pending' },
        },
      }),
    ]);
  });

  it('announces completion on top of the change', () => {
    const before: Job = { ...job, jobStatus: 'In Progress' };

    const [changed, completed, ...more] = announceStatusMove(
      before,
      moveJob(before, 'Completed', NOW),
      author,
    );

    expect(changed).toMatchObject({ type: 'job.status_changed' });
    expect(completed).toEqual({ ...changed, type: 'job.completed' });
    expect(more).toEqual([]);
  });
});
