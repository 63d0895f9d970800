import { Badge, Group } from '@mantine/core';
import type { TechnicianResponse } from '../../../../contract/responses';
import { DialogButton } from '../../forms/dialog-button';
import { RecordColumns } from '../../records/record-columns';
import { RecordPage } from '../../records/record-page';
import { Email, Phone } from '../../shown/contact';
import { Facts, OriginFacts } from '../../shown/facts';
import { None } from '../../shown/none';
import { Section } from '../../shown/section';
import { CalendarSection } from './calendar-section';
import { EditTechnicianDialog } from './technician-dialogs';
import { AvailabilityBadge, TechnicianStatusBadge } from './technician-badges';
import { TechnicianJobs } from './technician-jobs';
import { WeekHours } from './week-hours';

export default function TechnicianPage() {
  return (
    <RecordPage<TechnicianResponse>
      kind="Technician"
      path="technicians"
      getName={({ first_name: first, last_name: last }) => `${first} ${last}`}
      badges={({ status, availability_status: availability }) => (
        <>
          <TechnicianStatusBadge status={status} />
          <AvailabilityBadge status={availability} />
        </>
      )}
      actions={(technician) => (
        <DialogButton
          name="Edit"
          right="change_technicians"
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
  <RecordColumns rail={<TechnicianFacts technician={technician} />}>
    <TechnicianJobs technician={technician} />
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
        <WeekHours technician={technician} />
      )}
    </Section>
    <CalendarSection technician={technician} />
  </RecordColumns>
);

const TechnicianFacts = ({ technician }: TechnicianProps) => (
  <>
    <Facts
      facts={[
        ['Phone', technician.phone && <Phone number={technician.phone} />],
        ['E-mail', <Email address={technician.email} />],
        ['Vehicle', technician.vehicle_type],
      ]}
    />
    <OriginFacts record={technician} />
  </>
);
