import type { ReactNode } from 'react';
import { HistoryTimeline, formatValue } from '../history/record-history';
import { Time } from '../../shown/times';

export const JobHistory = ({ jobId }: { readonly jobId: number }) => (
  <HistoryTimeline path={`jobs/${jobId}`} names={NAMES} show={shown} />
);

const NAMES: Readonly<Record<string, string>> = {
  job_status: 'Status',
  job_title: 'Title',
  job_description: 'Description',
  job_priority: 'Priority',
  customer_location_id: 'Location',
  assigned_technician_id: 'Technician',
  assets: 'Linked assets',
};

interface Skill {
  readonly skill_name: string;
  readonly skill_level: number;
}
interface Part {
  readonly item_id: number;
  readonly quantity: number;
}
interface Link {
  readonly asset_id: number;
  readonly relationship_type: string;
}

const FORMATTERS: Readonly<Record<string, (each: never) => string>> = {
  required_skills: ({ skill_name: name, skill_level: level }: Skill) => `${name} ${level}`,
  required_parts: ({ item_id: id, quantity }: Part) => `${quantity} × item ${id}`,
  assets: ({ asset_id: id, relationship_type: type }: Link) => `${id} (${type})`,
};

function shown(field: string, value: unknown): ReactNode {
  if (Array.isArray(value)) {
    return value.map((each) => FORMATTERS[field]?.(each as never) ?? String(each)).join(', ');
  }
  if (/^(scheduled|actual)_/.test(field)) return <Time value={String(value)} />;
  return formatValue(value);
}
