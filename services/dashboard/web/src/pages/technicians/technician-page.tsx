import { Badge, Button, Group, Skeleton, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { TechnicianAnswer } from '../../../../contract/technicians';
import { ask } from '../../server/ask';
import { Email, Phone } from '../../shown/contact';
import { Facts } from '../../shown/facts';
import { Failure } from '../../shown/failure';
import { Page as PageFrame } from '../../shown/page';
import { Section } from '../../shown/section';
import { Time, useTimes } from '../../shown/times';
import { None } from '../jobs/job-marks';
import { EditTechnicianDialog } from './technician-dialogs';
import { Availability, DAYS, TechnicianStatus } from './technician-marks';

export function Page() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['technicians', id],
    queryFn: () => ask<TechnicianAnswer>('GET', `technicians/${encodeURIComponent(id)}`),
  });
  const technician = data?.data;
  return (
    <PageFrame
      name="Technician"
      record={technician && `${technician.first_name} ${technician.last_name}`}
      actions={
        technician && (
          <Button variant="default" onClick={() => setOpen(true)}>
            Edit
          </Button>
        )
      }
    >
      {error && (
        <Failure
          what="This technician"
          isShown={data !== undefined}
          error={error}
          onRetry={refetch}
        />
      )}
      {technician && <Details technician={technician} />}
      {!data && !error && <Skeleton height={240} aria-busy="true" />}
      {technician && isOpen && (
        <EditTechnicianDialog technician={technician} onClose={() => setOpen(false)} />
      )}
    </PageFrame>
  );
}

interface TechnicianProps {
  readonly technician: TechnicianAnswer;
}

const Details = ({ technician }: TechnicianProps) => (
  <Stack gap="xl">
    <Facts
      facts={[
        ['Number', technician.technician_id],
        ['Name', `${technician.first_name} ${technician.last_name}`],
        ['Status', <TechnicianStatus status={technician.status} />],
        ['Availability', <Availability status={technician.availability_status} />],
        ['E-mail', <Email address={technician.email} />],
        ['Phone', technician.phone && <Phone number={technician.phone} />],
        ['Vehicle', technician.vehicle_type],
        ['Created', <Time value={technician.created_at} />],
        ['Updated', <Time value={technician.updated_at} />],
      ]}
    />
    <Section name="Skills">
      {technician.skills.length === 0 ? (
        <None>None</None>
      ) : (
        <Group gap="xs">
          {technician.skills.map(({ skill_name: name, skill_level: level }) => (
            <Badge key={name} variant="default" size="lg">
              {name}, level {level}
            </Badge>
          ))}
        </Group>
      )}
    </Section>
    <Section name="Weekly schedule">
      {technician.schedule.length === 0 ? (
        <None>No working hours</None>
      ) : (
        <Schedule technician={technician} />
      )}
    </Section>
  </Stack>
);

function Schedule({ technician }: TechnicianProps) {
  const { timeOfDay } = useTimes();
  return (
    <Table aria-label="Weekly schedule" maw="30rem">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Day</Table.Th>
          <Table.Th>Hours</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {technician.schedule.map((shift) => (
          <Table.Tr key={`${shift.day_of_week} ${shift.start_time}`}>
            <Table.Td>{DAYS[shift.day_of_week - 1]}</Table.Td>
            <Table.Td>
              {timeOfDay(shift.start_time)} – {timeOfDay(shift.end_time)}
              {!shift.is_available && ', not at work'}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
