import type { JobAnswer } from './jobs';
import type { AvailabilityStatus, ShiftAnswer, SkillAnswer } from './technicians';

/** The query of `GET schedule/jobs`: days in the company's zone. */
export interface ScheduleQuery {
  /** YYYY-MM-DD. */
  readonly from: string;
  readonly days: number;
}

export type ScheduledJobAnswer = Pick<
  JobAnswer,
  | 'job_id'
  | 'version'
  | 'job_title'
  | 'job_status'
  | 'job_priority'
  | 'assigned_technician_id'
  | 'assigned_technician_name'
  | 'customer_location_name'
  | 'customer_name'
  | 'scheduled_start'
  | 'scheduled_end'
  | 'required_skills'
>;

/** `GET schedule/jobs` */
export interface ScheduledJobsAnswer {
  /** Those that technicians have and that are not cancelled, as they begin. */
  readonly jobs: readonly ScheduledJobAnswer[];
  /** Whether there are more of them. */
  readonly is_cut: boolean;
  /** Open jobs without a technician, of these days or not scheduled at all; the most urgent first. */
  readonly unassigned: readonly ScheduledJobAnswer[];
  /** How many of these there are in all. */
  readonly unassigned_total: number;
}

export interface ScheduledTechnicianAnswer {
  readonly technician_id: number;
  readonly technician_name: string;
  readonly availability_status: AvailabilityStatus;
  readonly skills: readonly SkillAnswer[];
  readonly schedule: readonly ShiftAnswer[];
}

/** `GET schedule/technicians` */
export interface ScheduledTechniciansAnswer {
  /** Those who are active, by name. */
  readonly technicians: readonly ScheduledTechnicianAnswer[];
  /** Whether there are more of them. */
  readonly is_cut: boolean;
}
