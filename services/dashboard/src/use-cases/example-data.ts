import { formatTimestamp, toLocalDate, toUtcDate } from '@svc/kernel';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
  day_of_week: day,
  start_time: '08:00:00',
  end_time: '17:00:00',
  is_available: true,
}));

const technician = (first: string, last: string, skill: string) => ({
  first_name: first,
  last_name: last,
  email: `${first}.${last}@technicians.example`.toLowerCase(),
  phone: '+13125550101',
  status: 'Active',
  availability_status: 'Available',
  skills: [{ skill_name: skill, skill_level: 4 }],
  schedule: EVERY_DAY,
});

export const EXAMPLE_TECHNICIANS = [
  technician('Nina', 'Alvarez', 'HVAC'),
  technician('Sam', 'Whitfield', 'Plumbing'),
];

const customer = (name: string, phone: string, street: string, city: string, zip: string) => ({
  customer_name: name,
  customer_email: `office@${name.toLowerCase().replaceAll(/\W+/g, '-')}.example`,
  customer_phone: phone,
  default_sla_hours: 24,
  locations: [
    {
      location_name: city,
      address_street: street,
      address_city: city,
      address_state: 'IL',
      address_zip: zip,
    },
  ],
});

export const EXAMPLE_CUSTOMERS = [
  customer('Harbor Cafe', '+13125550111', '200 N Michigan Ave', 'Chicago', '60601'),
  customer('Oak Street School', '+17735550122', '1500 W Oak St', 'Evanston', '60201'),
  customer('Prairie Dental', '+18155550133', '40 E Jefferson St', 'Joliet', '60432'),
];

interface ExampleJobs {
  readonly now: Date;
  readonly zone: string;
  readonly technicianIds: readonly number[];
  readonly locationIds: readonly number[];
}

interface ExampleJob {
  readonly title: string;
  readonly day: number;
  readonly start: string;
  readonly end: string;
  /** Positions in the lists above; nobody has a job without a technician. */
  readonly technician?: number;
  readonly customer: number;
  readonly priority?: string;
}

const JOBS: readonly ExampleJob[] = [
  {
    title: 'Replace air filters',
    day: -1,
    start: '09:00',
    end: '10:30',
    technician: 0,
    customer: 1,
  },
  {
    title: 'Repair a leaking tap',
    day: -1,
    start: '13:00',
    end: '14:00',
    technician: 1,
    customer: 2,
  },
  {
    title: 'Walk-in cooler is warm',
    day: 0,
    start: '08:30',
    end: '10:30',
    technician: 0,
    customer: 0,
  },
  {
    title: 'Inspect the water heater',
    day: 0,
    start: '11:00',
    end: '12:00',
    technician: 1,
    customer: 1,
  },
  {
    title: 'Thermostat does not respond',
    day: 0,
    start: '14:00',
    end: '16:00',
    technician: 0,
    customer: 2,
  },
  { title: 'Clean the drain', day: 1, start: '09:00', end: '10:00', technician: 1, customer: 0 },
  {
    title: 'No heat in the gym',
    day: 1,
    start: '10:00',
    end: '12:00',
    customer: 1,
    priority: 'Urgent',
  },
  { title: 'Yearly maintenance', day: 2, start: '08:00', end: '11:00', customer: 2 },
];

const DAY_MS = 86_400_000;
const MINUTES = '2026-03-04T09:00'.length;

/** Jobs around the company's current day, with the statuses that fit their times. */
export function createExampleJobs({ now, zone, technicianIds, locationIds }: ExampleJobs) {
  const present = formatTimestamp(now, zone).slice(0, MINUTES);
  const today = Date.parse(toLocalDate(now, zone));
  return JOBS.map(({ title, day, technician: who, customer: where, ...job }) => {
    const date = toUtcDate(new Date(today + day * DAY_MS));
    const [start, end] = [`${date}T${job.start}`, `${date}T${job.end}`];
    return {
      job_title: title,
      job_description: `An example of a job, so that the pages have something to show: ${title}.`,
      job_priority: job.priority ?? 'Medium',
      job_status: who === undefined ? 'Pending' : findStatus(start, end, present),
      assigned_technician_id: who === undefined ? null : technicianIds[who],
      customer_location_id: locationIds[where],
      scheduled_start: `${start}:00`,
      scheduled_end: `${end}:00`,
    };
  });
}

function findStatus(start: string, end: string, present: string): string {
  if (end <= present) return 'Completed';
  return start <= present ? 'In Progress' : 'Assigned';
}
