import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { JobResponse } from '../../../../contract/responses';
import { DeletionActions } from '../../forms/deletion-actions';
import { RecordColumns } from '../../records/record-columns';
import { RecordPage } from '../../records/record-page';
import { RowTable } from '../../records/record-table';
import { DialogButton } from '../../forms/dialog-button';
import { useMayUse } from '../../session/may-use';
import { useSession } from '../../session/session';
import { PhoneActions } from '../../shown/address';
import { None } from '../../shown/none';
import { Section } from '../../shown/section';
import { toCapitalized } from '../../shown/wording';
import { Multiline } from '../../shown/multiline';
import { AssetStatusBadge } from '../assets/asset-badges';
import { AssignDialog } from '../schedule/assign-dialog';
import { RescheduleDialog } from '../schedule/reschedule-dialog';
import { EditJobDialog } from './edit-job-dialog';
import { JobHistory } from './job-history';
import { Invoices } from './job-invoices';
import { JobStatusBadge, Priority } from './job-badges';
import { JobMoves } from './job-moves';
import { RequiredParts } from './job-parts';
import { JobRail, useJobLocation } from './job-rail';
import { NewInvoiceDialog } from './new-invoice-dialog';
import { EditPartsDialog, EditSkillsDialog } from './requirement-dialogs';

export default function JobPage() {
  return (
    <RecordPage<JobResponse>
      kind="Job"
      path="jobs"
      getName={(job) => job.job_title}
      badges={(job) => (
        <>
          <JobStatusBadge status={job.job_status} />
          <Priority priority={job.job_priority} />
        </>
      )}
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
    <>
      {job.deleted && (
        <Alert variant="outline" color="yellow" mb="lg">
          This job is deleted. Restore it to show it in lists and the API again.
        </Alert>
      )}
      <RecordColumns rail={<JobRail job={job} />}>
        <Section name="Description">
          <Multiline>{job.job_description}</Multiline>
        </Section>
        <Section name="Required parts" action={<EditParts job={job} />}>
          {job.required_parts.length > 0 ? <RequiredParts job={job} /> : <None>None</None>}
        </Section>
        <Section
          name="Required skills"
          action={
            <DialogButton
              name="Edit skills"
              right="change_jobs"
              isOffered={!job.deleted}
              dialog={(close) => <EditSkillsDialog job={job} onClose={close} />}
            />
          }
        >
          {job.required_skills.length > 0 ? <RequiredSkills job={job} /> : <None>None</None>}
        </Section>
        <Section name="Linked assets">
          {job.assets.length > 0 ? <LinkedAssets job={job} /> : <None>None</None>}
        </Section>
        <Section
          name="Invoices"
          action={
            <DialogButton
              name="New invoice"
              right="change_jobs"
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
      </RecordColumns>
    </>
  );
}

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
        phone: 'plain',
        to: ({ asset_id: id }) => `/assets/${id}`,
        cell: (asset) => asset.asset_tag ?? asset.asset_id,
      },
      {
        name: 'Asset',
        phone: 'title',
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
  const mayUse = useMayUse();
  if (!features.includes('inventory') || !mayUse('read_inventory')) return null;
  return (
    <DialogButton
      name="Edit parts"
      right="change_jobs"
      isOffered={!job.deleted}
      dialog={(close) => <EditPartsDialog job={job} onClose={close} />}
    />
  );
}

function Actions({ job }: JobProps) {
  const [open, setOpen] = useState<'assign' | 'reschedule' | 'edit'>();
  const close = (): void => setOpen(undefined);
  const { job_id: id, deleted } = job;
  const { data: location } = useJobLocation(job);
  const city = location?.address_city ?? null;
  const scheduled = useMemo(() => ({ ...job, customer_location_city: city }), [job, city]);
  const toAssign = useMemo(() => [scheduled], [scheduled]);
  return (
    <>
      <PhoneActions
        phone={location?.contact_phone ?? location?.customer_phone}
        address={location}
      />
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
        <JobMoves job={job} />
        {job.assigned_technician_id === null && (
          <Button onClick={() => setOpen('assign')}>Assign</Button>
        )}
        <Button variant="default" onClick={() => setOpen('reschedule')}>
          Reschedule
        </Button>
        <Button variant="default" onClick={() => setOpen('edit')}>
          Edit
        </Button>
      </DeletionActions>
      {open === 'assign' && <AssignDialog jobs={toAssign} onClose={close} />}
      {open === 'reschedule' && <RescheduleDialog job={scheduled} onClose={close} />}
      {open === 'edit' && <EditJobDialog job={job} onClose={close} />}
    </>
  );
}
