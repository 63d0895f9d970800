import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { JobResponse } from '../../../../contract/responses';
import { FINAL_JOB_STATUSES, type JobStatus as KnownStatus } from '../../../../contract/values';
import { DeletionActions } from '../../forms/deletion-actions';
import { reloadRecords } from '../../live/reload-records';
import { RecordPage } from '../../records/record-page';
import { RowTable } from '../../records/record-table';
import { DialogButton } from '../../forms/dialog-button';
import { MoveButtons } from '../../forms/move-buttons';
import { request } from '../../server/request';
import { useAction } from '../../server/use-action';
import { useSession } from '../../session/session';
import { Facts } from '../../shown/facts';
import { showDone, showFailure } from '../../shown/messages';
import { None } from '../../shown/none';
import { Section } from '../../shown/section';
import { Time } from '../../shown/times';
import { toCapitalized } from '../../shown/wording';
import { TextLink } from '../../shown/text-link';
import { Multiline } from '../../shown/multiline';
import { AssetStatusBadge } from '../assets/asset-badges';
import { EditJobDialog } from './edit-job-dialog';
import { JobHistory } from './job-history';
import { Invoices } from './job-invoices';
import { JobStatusBadge, Priority, TimeRange } from './job-badges';
import { RequiredParts } from './job-parts';
import { NewInvoiceDialog } from './new-invoice-dialog';
import { EditPartsDialog, EditSkillsDialog } from './requirement-dialogs';

export default function JobPage() {
  return (
    <RecordPage<JobResponse>
      name="Job"
      path="jobs"
      getName={(job) => job.job_title}
      actions={(job) => <Actions job={job} />}
    >
      {(job) => <Details job={job} />}
    </RecordPage>
  );
}

interface JobProps {
  readonly job: JobResponse;
}

function Details({ job }: JobProps) {
  return (
    <Stack gap="xl">
      {job.deleted && (
        <Alert variant="outline" color="yellow">
          This job is deleted. Restore it to show it in lists and the API again.
        </Alert>
      )}
      <Facts
        facts={[
          ['Number', job.job_id],
          ['Status', <JobStatusBadge status={job.job_status} />],
          ['Priority', <Priority priority={job.job_priority} />],
          ['Description', <Multiline>{job.job_description}</Multiline>],
          ['Customer', <CustomerLink job={job} />],
          ['Location', job.customer_location_name ?? job.customer_location_id],
          ['Technician', <TechnicianLink job={job} />],
          ['Scheduled', <TimeRange start={job.scheduled_start} end={job.scheduled_end} />],
          ['Started', job.actual_start && <Time value={job.actual_start} />],
          ['Completed', job.actual_end && <Time value={job.actual_end} />],
          ['External id', job.external_id],
          ['Created', <Time value={job.created_at} />],
          ['Updated', <Time value={job.updated_at} />],
        ]}
      />
      <Section name="Linked assets">
        {job.assets.length > 0 ? <LinkedAssets job={job} /> : <None>None</None>}
      </Section>
      <Section
        name="Required skills"
        action={
          <DialogButton
            name="Edit skills"
            isOffered={!job.deleted}
            dialog={(close) => <EditSkillsDialog job={job} onClose={close} />}
          />
        }
      >
        {job.required_skills.length > 0 ? <RequiredSkills job={job} /> : <None>None</None>}
      </Section>
      <Section name="Required parts" action={<EditParts job={job} />}>
        {job.required_parts.length > 0 ? <RequiredParts job={job} /> : <None>None</None>}
      </Section>
      <Section
        name="Invoices"
        action={
          <DialogButton
            name="New invoice"
            isOffered={!job.deleted}
            dialog={(close) => <NewInvoiceDialog jobId={job.job_id} onClose={close} />}
          />
        }
      >
        <Invoices jobId={job.job_id} />
      </Section>
      <Section name="History">
        <JobHistory jobId={job.job_id} />
      </Section>
    </Stack>
  );
}

const CustomerLink = ({ job: { customer_id: id, customer_name: name } }: JobProps) =>
  id === null ? (
    <None>Unknown</None>
  ) : (
    <TextLink to={`/customers/${id}`}>{name ?? `Number ${id}`}</TextLink>
  );

const TechnicianLink = ({ job }: JobProps) => {
  const { assigned_technician_id: id, assigned_technician_name: name } = job;
  if (id === null) return <None>Unassigned</None>;
  return <TextLink to={`/technicians/${id}`}>{name ?? `Number ${id}`}</TextLink>;
};

const LinkedAssets = ({ job }: JobProps) => (
  <RowTable
    name="Linked assets"
    rows={job.assets}
    getKey={(asset) => asset.asset_id}
    columns={[
      {
        name: 'Tag',
        width: '15%',
        isCode: true,
        cell: (asset) => asset.asset_tag ?? asset.asset_id,
      },
      {
        name: 'Asset',
        width: '40%',
        to: ({ asset_id: id }) => `/assets/${id}`,
        cell: ({ asset_id: id, asset_name: name }) => name ?? `Number ${id}`,
      },
      {
        name: 'Status',
        cell: ({ asset_status: status }) => status && <AssetStatusBadge status={status} />,
      },
      {
        name: 'Relationship',
        cell: (asset) => (
          <>
            {toCapitalized(asset.relationship_type)}
            <Text size="xs" c="dimmed">
              {asset.relationship_notes}
            </Text>
          </>
        ),
      },
    ]}
  />
);

const RequiredSkills = ({ job }: JobProps) => (
  <Group gap="xs">
    {job.required_skills.map(({ skill_name: name, skill_level: level }) => (
      <Badge key={name} variant="default" size="lg">
        {name}, level {level} or higher
      </Badge>
    ))}
  </Group>
);

function EditParts({ job }: JobProps) {
  const { features } = useSession().company;
  if (!features.includes('inventory')) return null;
  return (
    <DialogButton
      name="Edit parts"
      isOffered={!job.deleted}
      dialog={(close) => <EditPartsDialog job={job} onClose={close} />}
    />
  );
}

function Actions({ job }: JobProps) {
  const [isEdited, setEdited] = useState(false);
  const { job_id: id, deleted, allowed_moves: moves } = job;
  const move = useAction({
    mutationFn: (status: KnownStatus) =>
      request('PATCH', 'v1/jobs', { query: { id }, body: { job_status: status } }),
    onSuccess: (_answer, status) => showDone(`Job ${status.toLowerCase()}.`),
    onError: showFailure('The job was not changed.'),
    onSettled: () => reloadRecords('job'),
  });
  return (
    <>
      <DeletionActions
        what="job"
        path={`jobs/${id}`}
        isDeleted={deleted}
        consequences={
          <>
            This removes “{job.job_title}” from all lists and the API and releases its parts. You
            can restore it later.
          </>
        }
      >
        <MoveButtons what="job" moves={moves} finalStatuses={FINAL_JOB_STATUSES} move={move} />
        <Button variant="default" onClick={() => setEdited(true)}>
          Edit
        </Button>
      </DeletionActions>
      {isEdited && <EditJobDialog job={job} onClose={() => setEdited(false)} />}
    </>
  );
}
