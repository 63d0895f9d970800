import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

interface TechnicianSkillRow {
  readonly companyId: number;
  readonly technicianId: number;
  readonly skillCategoryId: number;
  readonly skillLevel: number;
}

export const technicianSkillTable = new EntitySchema<TechnicianSkillRow>({
  name: 'TechnicianSkill',
  tableName: 'technician_skills',
  columns: {
    companyId: { type: 'bigint', name: 'company_id', primary: true },
    technicianId: { type: 'bigint', name: 'technician_id', primary: true },
    skillCategoryId: { type: 'bigint', name: 'skill_category_id', primary: true },
    skillLevel: { type: 'smallint', name: 'skill_level' },
  } satisfies Record<keyof TechnicianSkillRow, EntitySchemaColumnOptions>,
});
