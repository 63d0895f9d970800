import { Badge, Group, Stack } from '@mantine/core';
import type { TechnicianResponse } from '../../../../contract/responses';
import { DialogButton } from '../../forms/dialog-button';
import { RecordPage } from '../../records/record-page';
import { RowTable } from '../../records/record-table';
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
      getName={({ first_name: first, last_name: last }) => `${first} ${last}`}
      actions={(technician) => (
        <DialogButton
          name="Edit"
          size="sm"
          dialog={(close) => <EditTechnicianDialog technician={technician} onClose={close} />}
        />
      )}
    >
      {(technician) => <Details technician={technician} />}
    </RecordPage>
  );
}

interface TechnicianProps {
  readonly technician: TechnicianResponse;
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
    <RowTable
      name="Weekly schedule"
      rows={technician.schedule}
      getKey={(shift) => `${shift.day_of_week} ${shift.start_time}`}
      columns={[
        { name: 'Day', width: '15%', cell: (shift) => DAYS[shift.day_of_week - 1] },
        {
          name: 'Hours',
          cell: (shift) =>
            `${timeOfDay(shift.start_time)} – ${timeOfDay(shift.end_time)}${shift.is_available ? '' : ', not working'}`,
        },
      ]}
    />
  );
}
