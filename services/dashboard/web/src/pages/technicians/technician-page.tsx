import { Badge, Button, Group, Stack, Table } from '@mantine/core';
import { useState } from 'react';
import type { TechnicianResponse } from '../../../../contract/responses';
import { RecordPage } from '../../records/record-page';
import { Email, Phone } from '../../shown/contact';
import { Facts } from '../../shown/facts';
import { None } from '../../shown/none';
import { Section } from '../../shown/section';
import { Time, useTimes } from '../../shown/times';
import { EditTechnicianDialog } from './technician-dialogs';
import { AvailabilityBadge, DAYS, TechnicianStatusBadge } from './technician-badges';

export default function TechnicianPage() {
  return (
    <RecordPage<TechnicianResponse>
      name="Technician"
      path="technicians"
      nameOf={({ first_name: first, last_name: last }) => `${first} ${last}`}
      actions={(technician) => <Actions technician={technician} />}
    >
      {(technician) => <Details technician={technician} />}
    </RecordPage>
  );
}

interface TechnicianProps {
  readonly technician: TechnicianResponse;
}

function Actions({ technician }: TechnicianProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Edit
      </Button>
      {isOpen && <EditTechnicianDialog technician={technician} onClose={() => setOpen(false)} />}
    </>
  );
}

const Details = ({ technician }: TechnicianProps) => (
  <Stack gap="xl">
    <Facts
      facts={[
        ['Number', technician.technician_id],
        ['Name', `${technician.first_name} ${technician.last_name}`],
        ['Status', <TechnicianStatusBadge status={technician.status} />],
        ['Availability', <AvailabilityBadge status={technician.availability_status} />],
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
              {!shift.is_available && ', not working'}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
