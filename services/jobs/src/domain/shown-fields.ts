import type { JobCard } from '@svc/contracts';
import {
  formatOptionalTimestamp,
  formatTimestamp,
  SHOWN_DELETION,
  shownAsItIs,
  type ShownField,
  type ShownFields,
} from '@svc/kernel';
import type { Job } from './job';
import type { HistoryField } from './job-history';

const time = (name: string): ShownField<Date | null> => ({ name, of: formatOptionalTimestamp });

export const SHOWN_FIELDS: ShownFields<Job, HistoryField> = {
  externalId: shownAsItIs('external_id'),
  status: shownAsItIs('job_status'),
  title: shownAsItIs('job_title'),
  description: shownAsItIs('job_description'),
  priority: shownAsItIs('job_priority'),
  locationId: shownAsItIs('customer_location_id'),
  technicianId: shownAsItIs('assigned_technician_id'),
  scheduledStart: time('scheduled_start'),
  scheduledEnd: time('scheduled_end'),
  actualStart: time('actual_start'),
  actualEnd: time('actual_end'),
  requiredSkills: { name: 'required_skills', of: presentSkills },
  requiredParts: { name: 'required_parts', of: presentParts },
  links: { name: 'assets', of: presentLinks },
  deletedAt: SHOWN_DELETION,
};

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
