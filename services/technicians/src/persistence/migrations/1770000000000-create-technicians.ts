import { createChangesSql, Migration, trackChangesSql } from '@svc/database';
import { createOutboxSql } from '@svc/outbox';
import type { QueryRunner } from 'typeorm';

export class CreateTechnicians1770000000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createChangesSql);
    await runner.query(CREATE_TECHNICIANS);
    await runner.query(CREATE_SKILLS);
    await runner.query(CREATE_SHIFTS);
    await runner.query(createOutboxSql);
  }
}

const CREATE_TECHNICIANS = `
create table technicians (
  id bigint generated always as identity,
  company_id bigint not null,
  version integer not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  email_key text not null,
  phone text,
  status text not null,
  availability_status text not null,
  vehicle_type text,
  transport_modes text[] not null,
  search_text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint technicians_pkey primary key (company_id, id),
  constraint technicians_email_key unique (company_id, email_key),
  constraint technicians_status_check check (status in ('Active', 'Inactive')),
  constraint technicians_availability_status_check
    check (availability_status in ('Available', 'Busy', 'Offline'))
);

create index technicians_list on technicians (company_id, created_at desc, id desc)
  include (status, availability_status);
${trackChangesSql({ table: 'technicians', owner: ['company_id'] })}`;

const CREATE_SKILLS = `
create table skill_categories (
  id bigint generated always as identity,
  company_id bigint not null,
  skill_name text not null,
  name_key text not null,
  constraint skill_categories_pkey primary key (company_id, id),
  constraint skill_categories_name_key unique (company_id, name_key)
);

create table technician_skills (
  company_id bigint not null,
  technician_id bigint not null,
  skill_category_id bigint not null,
  skill_level smallint not null,
  constraint technician_skills_pkey primary key (company_id, technician_id, skill_category_id),
  constraint technician_skills_technician_fkey
    foreign key (company_id, technician_id) references technicians,
  constraint technician_skills_category_fkey
    foreign key (company_id, skill_category_id) references skill_categories,
  constraint technician_skills_level_check check (skill_level between 1 and 5)
);
`;

const CREATE_SHIFTS = `
create table technician_shifts (
  company_id bigint not null,
  technician_id bigint not null,
  day_of_week smallint not null,
  start_time time(0) not null,
  end_time time(0) not null,
  is_available boolean not null,
  constraint technician_shifts_pkey
    primary key (company_id, technician_id, day_of_week, start_time),
  constraint technician_shifts_technician_fkey
    foreign key (company_id, technician_id) references technicians,
  constraint technician_shifts_day_check check (day_of_week between 1 and 7),
  constraint technician_shifts_order_check check (start_time < end_time)
);
`;
