import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { JobLink } from '../domain/job-links';

/** A link as a row. */
export interface JobAssetRow extends JobLink {
  readonly companyId: number;
  readonly jobId: number;
}

export const jobAssetTable = new EntitySchema<JobAssetRow>({
  name: 'JobAsset',
  tableName: 'job_assets',
  columns: {
    companyId: { type: 'bigint', name: 'company_id', primary: true },
    jobId: { type: 'bigint', name: 'job_id', primary: true },
    assetId: { type: 'bigint', name: 'asset_id', primary: true },
    relationshipType: { type: 'text', name: 'relationship_type' },
    relationshipNotes: { type: 'text', name: 'relationship_notes', nullable: true },
    linkedAt: { type: 'timestamptz', name: 'linked_at' },
  } satisfies Record<keyof JobAssetRow, EntitySchemaColumnOptions>,
});
