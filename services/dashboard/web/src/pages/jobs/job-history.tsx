import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldChangeAnswer, JobHistoryAnswer } from '../../../../contract/jobs';
import { RecordTable } from '../../records/record-table';
import { useRecords } from '../../records/use-records';
import { Time } from '../../shown/times';
import { None } from './job-marks';

/** Every change of a job: when, by whom, and what. */
export function History({ jobId }: { readonly jobId: number }) {
  const entries = useRecords<JobHistoryAnswer>(`jobs/${jobId}/history`, [], {
    pageName: 'history_page',
  });
  return (
    <RecordTable
      name="History"
      records={entries}
      columns={[
        { name: 'Time', width: '22%', cell: ({ time }) => <Time value={time} /> },
        { name: 'Who', width: '22%', cell: (entry) => <Who {...entry} /> },
        { name: 'Change', cell: (entry) => <Changes {...entry} /> },
      ]}
      keyOf={({ version }) => version}
      empty="Nothing has happened."
    />
  );
}

function Who({ who, source }: JobHistoryAnswer) {
  const isByKey = source?.startsWith('api_key:') ?? false;
  return (
    <>
      {who ?? <None>Not known</None>}
      {isByKey && (
        <Text size="xs" c="dimmed">
          API key
        </Text>
      )}
    </>
  );
}

function Changes({ changes }: JobHistoryAnswer) {
  if (changes.length === 0) return 'Created';
  return changes.map((change) => (
    <div key={change.field}>
      <FieldChange {...change} />
    </div>
  ));
}

const NAMES: Readonly<Record<string, string>> = {
  job_status: 'Status',
  job_title: 'Title',
  job_description: 'Description',
  job_priority: 'Priority',
  customer_location_id: 'Location',
  assigned_technician_id: 'Technician',
  scheduled_start: 'Scheduled start',
  scheduled_end: 'Scheduled end',
  actual_start: 'Actual start',
  actual_end: 'Actual end',
  required_skills: 'Required skills',
  required_parts: 'Required parts',
  assets: 'Linked assets',
  external_id: 'External id',
};

function FieldChange({ field, before, after, name_before, name_after }: FieldChangeAnswer) {
  if (field === 'deleted') return after === true ? 'Deleted' : 'Restored';
  return (
    <>
      <Text span size="sm" c="dimmed">
        {NAMES[field] ?? field}:{' '}
      </Text>
      {shown(field, name_before ?? before)} → {shown(field, name_after ?? after)}
    </>
  );
}

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

const textOf: Readonly<Record<string, (each: never) => string>> = {
  required_skills: ({ skill_name: name, skill_level: level }: Skill) => `${name} ${level}`,
  required_parts: ({ item_id: id, quantity }: Part) => `${quantity} of item ${id}`,
  assets: ({ asset_id: id, relationship_type: type }: Link) => `${id} (${type})`,
};

function shown(field: string, value: unknown): ReactNode {
  if (value === null || (Array.isArray(value) && value.length === 0)) return <None>none</None>;
  if (Array.isArray(value)) {
    return value.map((each) => textOf[field]?.(each as never) ?? String(each)).join(', ');
  }
  if (/^(scheduled|actual)_/.test(field)) return <Time value={String(value)} />;
  return String(value);
}
