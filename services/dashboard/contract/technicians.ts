import type { TechnicianStatus, AvailabilityStatus } from '@svc/contracts/field-values';

export {
  TECHNICIAN_STATUSES,
  AVAILABILITY_STATUSES,
  type TechnicianStatus,
  type AvailabilityStatus,
} from '@svc/contracts/field-values';

/** The query of `GET technicians`. */
export interface TechniciansQuery {
  readonly status?: TechnicianStatus;
  readonly availability_status?: AvailabilityStatus;
  /** Part of a name, an e-mail address or a phone number. */
  readonly search?: string;
  readonly page?: number;
  readonly per_page?: number;
}

/** A skill, from 1 (beginner) to 5 (expert). */
export interface SkillAnswer {
  readonly skill_name: string;
  readonly skill_level: number;
}

/** A part of the working week; Monday is day 1, times are HH:MM:SS in the company's zone. */
export interface ShiftAnswer {
  readonly day_of_week: number;
  readonly start_time: string;
  readonly end_time: string;
  readonly is_available: boolean;
}

/** One of `GET technicians`, by name. */
export interface ListedTechnicianAnswer {
  readonly technician_id: number;
  readonly technician_name: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly status: TechnicianStatus;
  readonly availability_status: AvailabilityStatus;
  readonly skills: readonly SkillAnswer[];
}

/** `GET technicians/:id`, and what `POST technicians` and `PUT technicians/:id` answer. */
export interface TechnicianAnswer extends Omit<ListedTechnicianAnswer, 'technician_name'> {
  readonly version: number;
  readonly vehicle_type: string | null;
  readonly transport_modes: readonly string[];
  readonly schedule: readonly ShiftAnswer[];
  readonly created_at: string;
  readonly updated_at: string;
}

/** The body of `POST technicians`; `PUT technicians/:id` needs `expected_version` as well. */
export interface TechnicianBody extends Pick<
  TechnicianAnswer,
  'first_name' | 'last_name' | 'email' | 'phone' | 'status' | 'availability_status' | 'vehicle_type'
> {
  /** What is left out of these stays as it is; no page edits the modes of transport. */
  readonly transport_modes?: readonly string[];
  readonly skills?: readonly SkillAnswer[];
  readonly schedule?: readonly ShiftAnswer[];
  readonly expected_version?: number;
}
