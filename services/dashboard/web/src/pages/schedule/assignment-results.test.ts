import type { ScheduledJobResponse } from '../../../../contract/responses';
import { describeResults } from './assignment-results';

const result = (job_title: string, name: string, failure?: string) => ({
  job: { job_title } as ScheduledJobResponse,
  technician: { id: 1, name },
  ...(failure !== undefined && { failure }),
});

it('says in one text how many jobs were assigned, to whom, and what failed', () => {
  const ada = [result('Boiler', 'Ada'), result('Chiller', 'Ada')];

  expect(describeResults(ada.slice(0, 1))).toEqual({
    text: '1 job assigned to Ada.',
    failures: [],
  });
  expect(describeResults(ada).text).toBe('2 jobs assigned to Ada.');
  expect(describeResults([...ada, result('Pump', 'Ida')]).text).toBe('3 jobs assigned.');
  expect(describeResults([...ada, result('Pump', 'Ada', 'This job has changed.')])).toEqual({
    text: '2 of 3 jobs assigned to Ada.',
    failures: ['Pump: This job has changed.'],
  });
});
