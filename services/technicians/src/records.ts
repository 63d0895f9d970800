import { AVAILABILITY_STATUSES, TECHNICIAN_STATUSES, textKey } from '@svc/contracts';
import { toSearchText } from '@svc/database';
import { fields } from '@svc/http';
import {
  createResponse,
  defineRecord,
  field,
  type DetailsOf,
  type EntryOf,
  type RecordOf,
  type RecordResponse,
} from '@svc/records';

const boundedInteger = field.defineKind<number>({
  request: ({ min, max }) => fields.integer(min, max),
  show: (show, value, _view, { about, min = 0, max = 0 }) =>
    show.integer(value, about, { min, max }),
});

const timeOfDay = field.defineKind<string>({
  request: () => fields.text().pattern(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'HH:MM:SS'),
  show: (show, value) => show.text(value, 'HH:MM:SS of the clock in the time zone of the company.'),
});

const texts = field.defineKind<readonly string[]>({
  request: ({ max }) => fields.array(fields.text(), max),
  show: (show, value) => show.texts(value),
});

const list = <Row, Body extends object>(answer: RecordResponse<Row, Body>, about?: string) =>
  field.defineKind<readonly Row[], readonly Body[]>({
    show: (show, value, view) => show.list(answer, value, view, about),
  })('joined', { example: [answer.example] });

export const skill = defineRecord({
  name: 'Skill',
  table: 'technician_skills',
  fields: {
    skillCategoryId: field.id('readOnly', { example: 2 }),
    skillName: field.text('required', { example: 'HVAC' }),
    skillLevel: boundedInteger('required', {
      min: 1,
      max: 5,
      about: '1 is a beginner, 5 an expert.',
      example: 4,
    }),
  },
});

export const shift = defineRecord({
  name: 'Shift',
  table: 'technician_shifts',
  fields: {
    dayOfWeek: boundedInteger('required', {
      min: 1,
      max: 7,
      about: '1 is Monday, 7 is Sunday.',
      example: 1,
    }),
    startTime: timeOfDay('required', { example: '08:00:00' }),
    endTime: timeOfDay('required', { example: '17:00:00' }),
    isAvailable: field.flag('optional', { default: true, example: true }),
  },
});

const skillResponse = createResponse(skill, { name: 'TechnicianSkill' });
const shiftResponse = createResponse(shift, { name: 'TechnicianShift' });

export const technician = defineRecord({
  name: 'Technician',
  table: 'technicians',
  fields: {
    id: field.key('technician_id', 4),
    companyId: field.company(),
    version: field.version('Grows by 1 with each change.', 3),
    firstName: field.text('required', { example: 'Ada' }),
    lastName: field.text('required', { example: 'Byron' }),
    status: field.oneOf(TECHNICIAN_STATUSES)('optional', { example: 'Active' }),
    availabilityStatus: field.oneOf(AVAILABILITY_STATUSES)('optional', { example: 'Available' }),
    vehicleType: field.text('optional', { nullable: true, example: 'Van' }),
    transportModes: texts('optional', { max: 100, example: ['van'] }),
    createdAt: field.timestamp('readOnly', { example: '2026-03-02T09:15:00-05:00' }),
    updatedAt: field.timestamp('readOnly', { example: '2026-03-09T16:40:12-04:00' }),
    email: field.email('required', { example: 'ada@acme.example' }),
    phone: field.phone('optional', {
      nullable: true,
      about: 'E.164; a number that cannot be read as one is shown as it was entered.',
      example: '+12125550101',
    }),
    skills: list(skillResponse),
    schedule: list(shiftResponse, 'Ordered by day, then by start_time.'),
  },
  derive: {
    emailKey: ({ email }) => textKey(email),
    searchText: ({ firstName, lastName, email, phone }) =>
      toSearchText(`${firstName} ${lastName}`, email, phone),
  },
});

export type Skill = RecordOf<typeof skill>;
export type NamedSkill = DetailsOf<typeof skill>;
export type Shift = RecordOf<typeof shift>;

export interface Technician extends RecordOf<typeof technician> {
  readonly skills: readonly Skill[];
  readonly schedule: readonly Shift[];
}

export type TechnicianFields = EntryOf<typeof technician> & {
  readonly schedule?: readonly Shift[] | undefined;
};
