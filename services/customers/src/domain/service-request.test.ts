import type { ServiceRequest } from '../records/service-request';
import { declineRequest, linkJob, summarizeDescription } from './service-request';

const request: ServiceRequest = {
  id: 1,
  companyId: 1,
  version: 1,
  source: 'portal',
  customerId: null,
  contactName: 'Grace Hopper',
  contactEmail: 'grace@example.com',
  contactPhone: null,
  description: 'The unit on the roof makes a grinding noise.',
  status: 'New',
  jobId: null,
  createdAt: new Date('2026-03-02T14:15:00Z'),
};

describe('a service request', () => {
  it('is decided once: by a job or by declining it', () => {
    const linked = linkJob(request, 7);
    const declined = declineRequest(request);

    expect(linked).toEqual({ ...request, version: 2, status: 'Job created', jobId: 7 });
    expect(declined).toEqual({ ...request, version: 2, status: 'Declined' });
    expect(linkJob(linked, 7)).toBe(linked);
    expect(declineRequest(declined)).toBe(declined);
    expect(() => linkJob(linked, 8)).toThrow('Job 7 was created for this service request.');
    expect(() => declineRequest(linked)).toThrow('Job 7 was created for this service request.');
  });

  it('that was declined while its job was created has the job', () => {
    expect(linkJob(declineRequest(request), 7)).toMatchObject({
      version: 3,
      status: 'Job created',
      jobId: 7,
    });
  });
});

describe('the subject', () => {
  it.each([
    ['The unit is loud.', 'The unit is loud.'],
    ['\n  The unit is loud. \r\nSince Monday.', 'The unit is loud.'],
    ['a'.repeat(120), 'a'.repeat(120)],
    ['a'.repeat(121), `${'a'.repeat(119)}…`],
    ['🔧'.repeat(121), `${'🔧'.repeat(119)}…`],
  ])('of %j is %j', (description, subject) => {
    expect(summarizeDescription({ description })).toBe(subject);
  });
});
