import type { AssetResponse } from '../../../../contract/responses';
import type { Choice } from '../../choosers/record-chooser';
import { useOpenCreated } from '../../forms/open-created';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { useIdempotentSend } from '../../forms/idempotent-send';
import { useVersionedEdit } from '../../forms/versioned-edit';
import { request } from '../../server/request';
import {
  AssetFields,
  toAssetBody,
  NEW_ASSET,
  toAssetValues,
  type AssetValues,
} from './asset-fields';

interface NewAssetDialogProps {
  readonly customer?: Choice | undefined;
  readonly location?: Choice | undefined;
  readonly onClose: () => void;
}

export function NewAssetDialog({ customer, location, onClose }: NewAssetDialogProps) {
  const openCreated = useOpenCreated({ what: 'asset', onClose });
  const send = useIdempotentSend('asset');
  const state = useRequestForm({
    initialValues: { ...NEW_ASSET, location_id: location?.id ?? null },
    send: (values: AssetValues) => {
      // Omitted rather than null, so that the API reports it as missing.
      const body = { ...toAssetBody(values), asset_type_id: values.asset_type_id ?? undefined };
      return send((idempotencyKey) =>
        request<Pick<AssetResponse, 'asset_id'>>('POST', 'v1/assets', { body, idempotencyKey }),
      );
    },
    done: ({ data: { asset_id: id } }) => openCreated(`/assets/${id}`),
  });
  return (
    <RequestDialog
      title="New asset"
      state={state}
      submitName="Create asset"
      onClose={onClose}
      size="xl"
    >
      <AssetFields form={state.form} customer={customer} location={location} />
    </RequestDialog>
  );
}

interface EditAssetDialogProps {
  readonly asset: AssetResponse;
  readonly onClose: () => void;
}

export function EditAssetDialog({ asset, onClose }: EditAssetDialogProps) {
  const { asset_id: id } = asset;
  const state = useVersionedEdit({
    record: asset,
    what: 'asset',
    path: `assets/${id}`,
    toValues: toAssetValues,
    send: (edits, version) =>
      request('PUT', 'v1/assets', { query: { id }, body: toAssetBody(edits), version }),
    onClose,
  });
  return (
    <RequestDialog title="Edit asset" state={state} submitName="Save" onClose={onClose} size="xl">
      <AssetFields form={state.form} asset={asset} />
    </RequestDialog>
  );
}
