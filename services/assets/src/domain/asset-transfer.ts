/** The only status that a transfer is answered with: it takes place at once. */
export const TRANSFER_STATUS = 'Completed';

/** An asset that went from one location to another. */
export interface AssetTransfer {
  readonly companyId: number;
  readonly id: number;
  readonly assetId: number;
  /** Null when the asset had no location. */
  readonly fromLocationId: number | null;
  readonly toLocationId: number;
  readonly transferReason: string | null;
  /** YYYY-MM-DD. */
  readonly transferDate: string;
  readonly status: typeof TRANSFER_STATUS;
  readonly createdAt: Date;
}

/** A transfer before the database has given it an id. */
export type TransferDraft = Omit<AssetTransfer, 'id'>;
