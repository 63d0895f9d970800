import { Checkbox, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { TechnicianResponse } from '../../../../contract/responses';
import type { TechnicianBody } from '../../../../contract/bodies';
import {
  AVAILABILITY_STATUSES,
  type AvailabilityStatus,
  TECHNICIAN_STATUSES,
  type TechnicianStatus,
} from '../../../../contract/values';
import { ListFields } from '../../forms/list-fields';
import { SkillFields, type SkillValues } from '../../forms/skill-fields';
import { DAYS, trimSeconds } from './technician-badges';

export interface TechnicianValues {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  status: TechnicianStatus;
  availability_status: AvailabilityStatus;
  vehicle_type: string;
  skills: SkillValues[];
  schedule: {
    day_of_week: string;
    start_time: string;
    end_time: string;
    is_available: boolean;
  }[];
}

export const NEW_TECHNICIAN: TechnicianValues = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  status: 'Active',
  availability_status: 'Available',
  vehicle_type: '',
  skills: [],
  schedule: ['1', '2', '3', '4', '5'].map((day) => ({
    day_of_week: day,
    start_time: '08:00',
    end_time: '17:00',
    is_available: true,
  })),
};

export const toTechnicianValues = (technician: TechnicianResponse): TechnicianValues => ({
  first_name: technician.first_name,
  last_name: technician.last_name,
  email: technician.email,
  phone: technician.phone ?? '',
  status: technician.status,
  availability_status: technician.availability_status,
  vehicle_type: technician.vehicle_type ?? '',
  skills: technician.skills.map(({ skill_name, skill_level }) => ({ skill_name, skill_level })),
  schedule: technician.schedule.map((shift) => ({
    day_of_week: String(shift.day_of_week),
    start_time: trimSeconds(shift.start_time),
    end_time: trimSeconds(shift.end_time),
    is_available: shift.is_available,
  })),
});

export const toTechnicianBody = (values: TechnicianValues): TechnicianBody => ({
  ...values,
  phone: values.phone || null,
  vehicle_type: values.vehicle_type || null,
  // The server reports an empty level.
  skills: values.skills as TechnicianBody['skills'],
  schedule: values.schedule.map((shift) => ({
    ...shift,
    day_of_week: Number(shift.day_of_week),
    start_time: `${shift.start_time}:00`,
    end_time: `${shift.end_time}:00`,
  })),
});

interface TechnicianFieldsProps {
  readonly form: UseFormReturnType<TechnicianValues>;
}

export const TechnicianFields = ({ form }: TechnicianFieldsProps) => (
  <>
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="First name" data-autofocus {...form.getInputProps('first_name')} />
      <TextInput label="Last name" {...form.getInputProps('last_name')} />
      <TextInput label="E-mail" type="email" autoComplete="off" {...form.getInputProps('email')} />
      <TextInput label="Phone" type="tel" autoComplete="off" {...form.getInputProps('phone')} />
      <Select
        label="Status"
        data={TECHNICIAN_STATUSES}
        allowDeselect={false}
        {...form.getInputProps('status')}
      />
      <Select
        label="Availability"
        data={AVAILABILITY_STATUSES}
        allowDeselect={false}
        {...form.getInputProps('availability_status')}
      />
      <TextInput label="Vehicle" {...form.getInputProps('vehicle_type')} />
    </SimpleGrid>
    <SkillFields
      form={form}
      name="skills"
      legend="Skills"
      add={(skill) => form.insertListItem('skills', skill)}
    />
    <Schedule form={form} />
  </>
);

const DAY_CHOICES = DAYS.map((label, at) => ({ value: String(at + 1), label }));

const NEW_SHIFT: TechnicianValues['schedule'][number] = {
  day_of_week: '1',
  start_time: '08:00',
  end_time: '17:00',
  is_available: true,
};

const Schedule = ({ form }: TechnicianFieldsProps) => (
  <ListFields
    form={form}
    name="schedule"
    legend="Weekly schedule"
    one="hours"
    onAdd={() => form.insertListItem('schedule', NEW_SHIFT)}
  >
    {(at) => (
      <>
        <Select
          label="Day"
          aria-label={`Day ${at + 1}`}
          data={DAY_CHOICES}
          allowDeselect={false}
          w={140}
          {...form.getInputProps(`schedule.${at}.day_of_week`)}
        />
        <TextInput
          label="From"
          aria-label={`From ${at + 1}`}
          type="time"
          {...form.getInputProps(`schedule.${at}.start_time`)}
        />
        <TextInput
          label="To"
          aria-label={`To ${at + 1}`}
          type="time"
          {...form.getInputProps(`schedule.${at}.end_time`)}
        />
        <Checkbox
          label="Working"
          aria-label={`Working ${at + 1}`}
          wrapperProps={{ 'data-unlabelled': true }}
          {...form.getInputProps(`schedule.${at}.is_available`, { type: 'checkbox' })}
        />
      </>
    )}
  </ListFields>
);
