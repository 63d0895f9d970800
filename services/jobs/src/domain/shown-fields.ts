import type { JobCard } from '@svc/contracts';
import { formatOptionalTimestamp, formatTimestamp } from '@svc/kernel';
import type { Job } from './job';
import type { HistoryField } from './job-history';

interface ShownField<Value> {
  /** In the API. */
  readonly name: string;
  of(value: Value, zone: string): unknown;
}

const asItIs = (value: unknown): unknown => value;

const SHOWN_FIELDS: { readonly [Field in HistoryField]: ShownField<Job[Field]> } = {
  status: { name: 'job_status', of: asItIs },
  title: { name: 'job_title', of: asItIs },
  description: { name: 'job_description', of: asItIs },
  priority: { name: 'job_priority', of: asItIs },
  locationId: { name: 'customer_location_id', of: asItIs },
  technicianId: { name: 'assigned_technician_id', of: asItIs },
  scheduledStart: { name: 'scheduled_start', of: formatOptionalTimestamp },
  scheduledEnd: { name: 'scheduled_end', of: formatOptionalTimestamp },
  actualStart: { name: 'actual_start', of: formatOptionalTimestamp },
  actualEnd: { name: 'actual_end', of: formatOptionalTimestamp },
  requiredSkills: { name: 'required_skills', of: presentSkills },
  requiredParts: { name: 'required_parts', of: presentParts },
  externalId: { name: 'external_id', of: asItIs },
  links: { name: 'assets', of: presentLinks },
  deletedAt: { name: 'deleted', of: (deletedAt) => deletedAt !== null },
};

/** The name of a field in the API. */
export const shownName = (field: HistoryField): string => SHOWN_FIELDS[field].name;

/** A value of a field as the API shows it. */
export const shownValue = <Field extends HistoryField>(
  field: Field,
  value: Job[Field],
  zone: string,
): unknown => SHOWN_FIELDS[field].of(value, zone);

function presentSkills(skills: Job['requiredSkills']): unknown {
  return skills.map(({ name, level }) => ({ skill_name: name, skill_level: level }));
}

export function presentParts(parts: Job['requiredParts']): JobCard['required_parts'] {
  return parts.map(({ itemId, locationId, quantity }) => ({
    item_id: itemId,
    location_id: locationId,
    quantity,
  }));
}

/** As far as the job owns them: without the names, which belong to the assets. */
function presentLinks(links: Job['links'], zone: string): unknown {
  return links.map((link) => ({
    asset_id: link.assetId,
    relationship_type: link.relationshipType,
    relationship_notes: link.relationshipNotes,
    linked_at: formatTimestamp(link.linkedAt, zone),
  }));
}
