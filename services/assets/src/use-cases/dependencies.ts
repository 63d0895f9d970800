import type { ExternalIds } from '@svc/database';
import type { RecordHistory } from '@svc/outbox';
import type { RebuildProjections } from '@svc/projections';
import type { NextAssetNumber } from '../persistence/asset-numbers';
import type { AssetHistory } from '../persistence/asset-history';
import type { createAssetReads } from '../persistence/asset-reads';
import type { createAssetTransferReads } from '../persistence/asset-transfer-reads';
import type { createAssetTypeReads } from '../persistence/asset-types';
import type { createMeterReads } from '../persistence/meters';
import type { DashboardServiceRecord } from '../persistence/service-records';
import type { Writes } from '../persistence/transaction';
import type { ProjectionName } from '../projections/projections';
import type { FindReferences } from '../projections/reference-reads';

export interface Dependencies extends Writes {
  readonly assets: ReturnType<typeof createAssetReads>;
  readonly history: AssetHistory;
  readonly assetTypes: ReturnType<typeof createAssetTypeReads>;
  readonly serviceRecords: RecordHistory<DashboardServiceRecord>;
  readonly transfers: ReturnType<typeof createAssetTransferReads>;
  readonly meters: ReturnType<typeof createMeterReads>;
  readonly externalIds: ExternalIds<'assets'>;
  readonly nextAssetNumber: NextAssetNumber;
  readonly findReferences: FindReferences;
  readonly rebuildProjections: RebuildProjections<ProjectionName>;
  readonly now: () => Date;
}
