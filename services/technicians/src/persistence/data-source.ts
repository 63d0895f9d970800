import { createDataSource, type DataSourceSettings } from '@svc/database';
import type { DataSource } from 'typeorm';
import { CreateTechnicians1764000000000 } from './migrations/1764000000000-create-technicians';
import { TrackChangesOfTechnicians1766200000000 } from './migrations/1766200000000-track-changes-of-technicians';
import { technicianShiftTable } from './technician-shift-table';
import { technicianSkillTable } from './technician-skill-table';
import { technicianTable } from './technician-table';

export const entities = [technicianTable, technicianSkillTable, technicianShiftTable];
export const migrations = [CreateTechnicians1764000000000, TrackChangesOfTechnicians1766200000000];

/** The connection to the `technicians` schema. */
export const techniciansDataSource = (
  settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>,
): DataSource => createDataSource({ ...settings, entities, migrations });
