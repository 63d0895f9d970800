import { JOB_PRIORITIES, type RelationshipType } from '@svc/contracts';
import { toSearchText } from '@svc/database';
import { defineResponse, fields } from '@svc/http';
import {
  defineRecord,
  field,
  type DetailsOf,
  type EntryOf,
  type PatchOf,
  type RecordOf,
  type ReturnedOf,
} from '@svc/records';
import { jobStatuses } from '../domain/job-status';

export interface RequiredSkill {
  readonly skillName: string;
  readonly skillLevel: number;
}

export interface RequiredPart {
  readonly itemId: number;
  readonly locationId: number;
  readonly quantity: number;
}

export interface JobLink {
  readonly assetId: number;
  readonly relationshipType: RelationshipType;
  readonly relationshipNotes: string | null;
  readonly linkedAt: Date;
}

export const skillResponse = defineResponse((skill: RequiredSkill, _view, show) => ({
  skill_name: show.text(skill.skillName),
  skill_level: show.integer(skill.skillLevel),
}));

export const partResponse = defineResponse((part: RequiredPart, _view, show) => ({
  item_id: show.id(part.itemId),
  location_id: show.id(part.locationId),
  quantity: show.count(part.quantity),
}));

/** Only what the job itself owns; names belong to the assets. */
const linkResponse = defineResponse((link: JobLink, { zone }, show) => ({
  asset_id: show.id(link.assetId),
  relationship_type: show.text(link.relationshipType),
  relationship_notes: show.optionalText(link.relationshipNotes),
  // The history stores a moment as text.
  linked_at: show.timestamp(new Date(link.linkedAt), zone),
}));

export const skills = field.defineKind<
  readonly RequiredSkill[],
  readonly ReturnType<typeof skillResponse.present>[]
>({
  show: (show, required, view) => show.list(skillResponse, required, view),
});

const parts = field.defineKind<
  readonly RequiredPart[],
  readonly ReturnType<typeof partResponse.present>[]
>({
  show: (show, required, view) => show.list(partResponse, required, view),
});

const links = field.defineKind<
  readonly JobLink[],
  readonly ReturnType<typeof linkResponse.present>[]
>({
  show: (show, linked, view) => show.list(linkResponse, linked, view),
});

const MIN_DESCRIPTION_CHARACTERS = 30;

const description = () =>
  fields
    .text(fields.MAX_LONG_TEXT_CHARACTERS, MIN_DESCRIPTION_CHARACTERS)
    .note(`At least ${MIN_DESCRIPTION_CHARACTERS} characters, blanks around them not counted.`);

/** Whole seconds, as in responses: a job that is read and sent back must not count as changed. */
const wholeSecond = () =>
  fields
    .timestamp()
    .custom((at: Date) => new Date(Math.floor(at.getTime() / 1_000) * 1_000))
    .allow(null);

export const job = defineRecord({
  name: 'Job',
  table: 'jobs',
  history: true,
  fields: {
    id: field.key('job_id', 1042),
    companyId: field.company(),
    version: field.version('Grows by 1 with each change; send it back as expected_version.', 3),
    jobTitle: field.text('required', { column: 'title', example: 'Replace compressor' }),
    jobDescription: field.text('required', {
      column: 'description',
      schema: description,
      example: 'Compressor of rooftop unit 2 trips its breaker; replace it and test.',
    }),
    jobStatus: field.oneOf(jobStatuses.states)('readOnly', {
      column: 'status',
      inHistory: true,
      example: 'Assigned',
    }),
    jobPriority: field.oneOf(JOB_PRIORITIES)('optional', {
      column: 'priority',
      default: 'Medium',
      example: 'High',
    }),
    assignedTechnicianId: field.id('optional', {
      nullable: true,
      column: 'technician_id',
      aboutRequest: 'An active technician.',
      example: 4,
    }),
    assignedTechnicianName: field.technicianName('joined', {
      nullable: true,
      about: 'null without the scope technicians:read.',
      example: 'Ada Byron',
    }),
    customerLocationId: field.id('required', { column: 'location_id', example: 31 }),
    customerLocationName: field.copiedText('joined', {
      nullable: true,
      example: 'Main Street office',
    }),
    customerId: field.copiedId('joined', { nullable: true, example: 12 }),
    customerName: field.copiedText('joined', { nullable: true, example: 'Hudson Bakeries' }),
    scheduledStart: field.timestamp('optional', {
      nullable: true,
      schema: wholeSecond,
      example: '2026-03-10T09:00:00-04:00',
    }),
    scheduledEnd: field.timestamp('optional', {
      nullable: true,
      schema: wholeSecond,
      aboutRequest: 'Not before scheduled_start.',
      example: '2026-03-10T12:00:00-04:00',
    }),
    actualStart: field.timestamp('readOnly', {
      nullable: true,
      about: 'When the job first moved to In Progress.',
      inHistory: true,
      example: null,
    }),
    actualEnd: field.timestamp('readOnly', {
      nullable: true,
      about: 'When the job moved to Completed.',
      inHistory: true,
      example: null,
    }),
    requiredSkills: skills('internal', { inHistory: true }),
    requiredParts: parts('internal', { inHistory: true }),
    externalId: field.externalId('WO-7781'),
    links: links('apart', { apiName: 'assets', inHistory: true }),
    /** The meter that reached its threshold, if the job was opened for one. */
    meterId: field.id('internal', { nullable: true }),
    createdAt: field.timestamp('readOnly', { example: '2026-03-02T09:15:00-05:00' }),
    updatedAt: field.timestamp('readOnly', { example: '2026-03-09T16:40:12-04:00' }),
    deletedAt: field.deletedAt(),
  },
  derive: {
    searchText: ({ jobTitle, jobDescription }) => toSearchText(jobTitle, jobDescription),
  },
});

export const SCHEDULED_FIELDS = [
  ...(['id', 'version', 'jobTitle', 'jobStatus', 'jobPriority', 'assignedTechnicianId'] as const),
  ...(['customerLocationName', 'customerName', 'scheduledStart', 'scheduledEnd'] as const),
] as const;

export const CALENDAR_FIELDS = [
  ...(['id', 'version', 'jobTitle', 'jobDescription', 'jobStatus', 'jobPriority'] as const),
  ...(['scheduledStart', 'scheduledEnd', 'createdAt', 'updatedAt'] as const),
] as const;

export type Job = RecordOf<typeof job>;
export type JobListing = ReturnedOf<typeof job>;

/** All assets to be linked afterwards; absent and null leave them as they are. */
export interface LinkChanges {
  readonly assetIds?: readonly number[] | null | undefined;
  readonly assetRelationshipType?: RelationshipType | null | undefined;
}

type Requirements = Pick<Job, 'requiredSkills' | 'requiredParts'>;

export type JobDetails = DetailsOf<typeof job> & LinkChanges;

/** The fields of a job that change; absent ones stay as they are. */
export type JobPatch = PatchOf<typeof job> & Partial<Requirements> & LinkChanges;

/** Found by its title; absent fields stay as they are. */
export type JobEntry = EntryOf<typeof job> &
  Partial<Requirements & Pick<Job, 'jobStatus'>> &
  LinkChanges;
