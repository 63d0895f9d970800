import type { ExternalIds } from '@svc/database';
import type { RecordHistory } from '@svc/outbox';
import type { RebuildProjections } from '@svc/projections';
import type { NextAssetNumber } from '../persistence/asset-numbers';
import type { AssetHistory } from '../persistence/asset-history';
import type { assetReads } from '../persistence/asset-reads';
import type { assetTransferReads } from '../persistence/asset-transfer-reads';
import type { assetTypeReads } from '../persistence/asset-types';
import type { meterReads } from '../persistence/meters';
import type { DashboardServiceRecord } from '../persistence/service-records';
import type { Writes } from '../persistence/transaction';
import type { ProjectionName } from '../projections/projections';
import type { FindReferences } from '../projections/reference-reads';

export interface Dependencies extends Writes {
  readonly assets: ReturnType<typeof assetReads>;
  readonly history: AssetHistory;
  readonly assetTypes: ReturnType<typeof assetTypeReads>;
  readonly serviceRecords: RecordHistory<DashboardServiceRecord>;
  readonly transfers: ReturnType<typeof assetTransferReads>;
  readonly meters: ReturnType<typeof meterReads>;
  readonly externalIds: ExternalIds<'assets'>;
  readonly nextAssetNumber: NextAssetNumber;
  readonly findReferences: FindReferences;
  readonly rebuildProjections: RebuildProjections<ProjectionName>;
  readonly now: () => Date;
}
