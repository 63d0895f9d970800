import { getCompanyClock } from '../../shown/company-clock';
import { getReadableTimes } from '../../shown/readable-times';
import { NEW_YORK } from '../../test/zones';
import {
  findFitForEach,
  listWarningsOfAll,
  sortByFit,
  type TechnicianCandidate,
  type FitJob,
} from './technician-fit';

const clock = getCompanyClock(NEW_YORK);
const formats = {
  clock,
  times: getReadableTimes({ zone_name: 'Eastern Time', rules: NEW_YORK }, 'US'),
};

// 2 March 2026 is a Monday.
const at = (time: string): string => clock.isoAt(clock.toInstant(`2026-03-02T${time}`));

const span = (from: string, to: string) => ({
  start: clock.toInstant(`2026-03-02T${from}`),
  end: clock.toInstant(`2026-03-02T${to}`),
});

const MORNING = ['08:00', '10:00'] as const;

const job = (
  job_id: number,
  [from, to]: readonly [string, string] | readonly [] = MORNING,
  skills: readonly string[] = ['Boilers'],
): FitJob => ({
  job_id,
  job_title: `Job ${job_id}`,
  scheduled_start: from === undefined ? null : at(from),
  scheduled_end: to === undefined ? null : at(to),
  required_skills: skills.map((skill_name) => ({ skill_name, skill_level: 2 })),
});

const WORKDAY = {
  day_of_week: 1,
  start_time: '07:00:00',
  end_time: '17:00:00',
  is_available: true,
};

let lastId = 0;
const candidate = (name: string, more: Partial<TechnicianCandidate> = {}): TechnicianCandidate => ({
  id: (lastId += 1),
  name,
  skills: [{ skill_name: 'boilers', skill_level: 3 }],
  shifts: [WORKDAY],
  bookings: [],
  ...more,
});

const booking = (from: string, to: string) => ({
  job: { job_id: 90, job_title: 'Rooftop unit' },
  span: span(from, to),
});

const busy = candidate('Busy', { bookings: [booking('09:00', '13:00')] });
const free = candidate('Free');
const loaded = candidate('Loaded', { bookings: [booking('14:00', '16:00')] });
const off = candidate('Off', { shifts: [{ ...WORKDAY, start_time: '09:00:00' }] });
const novice = candidate('Novice', { skills: [{ skill_name: 'Boilers', skill_level: 1 }] });
const unskilled = candidate('Unskilled', { skills: [] });

const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

const sorted = (jobs: readonly FitJob[], candidates: readonly TechnicianCandidate[]) =>
  sortByFit(jobs, candidates, formats).map(({ name, note }) => plain(`${name}: ${note}`));

it('sorts by skills, then by free and working time, then by how little they have', () => {
  expect(sorted([job(1)], [busy, unskilled, loaded, novice, off, free])).toEqual([
    'Free: has Boilers, free 8:00 – 10:00 AM',
    'Loaded: has Boilers, free 8:00 – 10:00 AM',
    'Off: has Boilers, not working then',
    'Busy: has Boilers, busy with Rooftop unit until 1:00 PM',
    "Unskilled: doesn't have Boilers",
    "Novice: doesn't have Boilers at level 2",
  ]);
});

it('asks for skills alone where a job has no time, and for nothing where it has no skills', () => {
  expect(sorted([job(1, [])], [busy, unskilled])).toEqual([
    'Busy: has Boilers',
    "Unskilled: doesn't have Boilers",
  ]);
  expect(sorted([job(1, [], [])], [unskilled])).toEqual(['Unskilled: ']);
});

it('takes one technician for many jobs who can do all of them', () => {
  const later = job(2, ['10:00', '11:00'], ['Boilers', 'Chillers']);
  const skills = [...free.skills, { skill_name: 'Chillers', skill_level: 2 }];
  const both = candidate('Both', { skills });

  expect(sorted([job(1), later], [free, both])).toEqual([
    'Both: has Boilers, Chillers, free at these times',
    "Free: doesn't have Chillers",
  ]);
});

describe('jobs at the same time', () => {
  const together = [job(1), job(2, ['09:00', '11:00'])];

  it('count as bookings of each other', () => {
    expect(sorted(together, [free])).toEqual(['Free: has Boilers, busy with Job 2 until 11:00 AM']);
    expect(listWarningsOfAll(together, free, formats).map(plain)).toEqual([
      'Free already has Job 2 until 11:00 AM.',
      'Free already has Job 1 until 10:00 AM.',
    ]);
  });

  it('go to a technician each, if there is one for each', () => {
    const fits = findFitForEach(together, [busy, free, loaded], formats);

    expect([1, 2].map((id) => fits?.get(id)?.name)).toEqual(['Free', 'Loaded']);
    expect(findFitForEach(together, [busy, free], formats)).toBeUndefined();
  });
});
