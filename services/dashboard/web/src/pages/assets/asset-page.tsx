import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import type { AssetResponse } from '../../../../contract/responses';
import { type AssetStatus as KnownStatus, FINAL_ASSET_STATUSES } from '../../../../contract/values';
import { DeletionActions } from '../../forms/deletion-actions';
import { DialogButton } from '../../forms/dialog-button';
import { MoveButtons } from '../../forms/move-buttons';
import { reloadRecords } from '../../live/reload-records';
import { RecordColumns } from '../../records/record-columns';
import { RecordPage } from '../../records/record-page';
import { request } from '../../server/request';
import { useAction } from '../../server/use-action';
import { Facts, OriginFacts } from '../../shown/facts';
import { showDone, showFailure } from '../../shown/messages';
import { useDollars } from '../../shown/money';
import { None } from '../../shown/none';
import { Section } from '../../shown/section';
import { toCapitalized } from '../../shown/wording';
import { TextLink } from '../../shown/text-link';
import { Multiline } from '../../shown/multiline';
import { EditAssetDialog } from './asset-dialogs';
import { AssetHistory, ServiceHistory, Transfers } from './asset-history';
import { AssetStatusBadge, DateText } from './asset-badges';
import { Meters } from './asset-meters';
import { AddMeterDialog } from './meter-dialogs';
import { ServiceRecordDialog } from './service-record-dialog';
import { TransferDialog } from './transfer-dialog';

export default function AssetPage() {
  return (
    <RecordPage<AssetResponse>
      kind="Asset"
      path="assets"
      getName={(asset) => asset.asset_name}
      getNumber={(asset) => asset.asset_tag}
      badges={(asset) => <AssetStatusBadge status={asset.status} />}
      actions={(asset) => <Actions asset={asset} />}
    >
      {(asset) => <Details asset={asset} />}
    </RecordPage>
  );
}

interface AssetProps {
  readonly asset: AssetResponse;
}

function Details({ asset }: AssetProps) {
  const { asset_id: id, deleted } = asset;
  return (
    <>
      {deleted && (
        <Alert variant="outline" color="yellow" mb="lg">
          This asset is deleted. Restore it to show it in lists and the API again.
        </Alert>
      )}
      <RecordColumns rail={<AssetFacts asset={asset} />}>
        <Section
          name="Meters"
          action={
            <DialogButton
              name="Add meter"
              right="change_assets"
              isOffered={!deleted}
              dialog={(close) => <AddMeterDialog assetId={id} onClose={close} />}
            />
          }
        >
          <Meters assetId={id} isDeleted={deleted} />
        </Section>
        <Section
          name="Service history"
          action={
            <DialogButton
              name="Add service record"
              right="change_assets"
              isOffered={!deleted}
              dialog={(close) => <ServiceRecordDialog assetId={id} onClose={close} />}
            />
          }
        >
          <ServiceHistory assetId={id} />
        </Section>
        <Section name="Transfers">
          <Transfers assetId={id} />
        </Section>
        <Section name="History">
          <AssetHistory assetId={id} />
        </Section>
      </RecordColumns>
    </>
  );
}

function AssetFacts({ asset }: AssetProps) {
  const dollars = useDollars();
  return (
    <>
      <Facts
        facts={[
          ['Type', asset.asset_type_name],
          ['Location', asset.location_name ?? asset.location_id ?? <None>None</None>],
          ['Assigned to', <AssignedTo asset={asset} />],
          ['Serial number', asset.serial_number],
          ['Manufacturer', asset.manufacturer],
          ['Model', asset.model],
          ['Condition', asset.condition && toCapitalized(asset.condition)],
          ['Ownership', asset.ownership_type && toCapitalized(asset.ownership_type)],
          ['Purchase date', asset.purchase_date && <DateText value={asset.purchase_date} />],
          ['Purchase cost', asset.purchase_cost === null ? null : dollars(asset.purchase_cost)],
          ['Warranty until', asset.warranty_expiry && <DateText value={asset.warranty_expiry} />],
          ['Notes', asset.notes && <Multiline>{asset.notes}</Multiline>],
        ]}
      />
      <OriginFacts record={asset} />
    </>
  );
}

function AssignedTo({ asset: { assigned_to: id, assigned_to_name: name } }: AssetProps) {
  if (id === null) return <None>Nobody</None>;
  return <TextLink to={`/technicians/${id}`}>{name ?? `Number ${id}`}</TextLink>;
}

function Moves({ asset }: AssetProps) {
  const { asset_id: id, allowed_moves: moves } = asset;
  const move = useAction({
    mutationFn: (status: KnownStatus) =>
      request('PATCH', 'v1/assets', { query: { id }, body: { status } }),
    onSuccess: (_answer, status) => showDone(`Asset ${status.toLowerCase()}.`),
    onError: showFailure('The asset was not changed.'),
    onSettled: () => reloadRecords('asset'),
  });
  return (
    <MoveButtons what="asset" moves={moves} finalStatuses={FINAL_ASSET_STATUSES} move={move} />
  );
}

function Actions({ asset }: AssetProps) {
  const [open, setOpen] = useState<'edit' | 'transfer'>();
  const close = (): void => setOpen(undefined);
  return (
    <>
      <DeletionActions
        what="asset"
        path={`assets/${asset.asset_id}`}
        isDeleted={asset.deleted}
        consequences={
          <>
            This removes {asset.asset_tag} {asset.asset_name} from all lists and the API. Its jobs,
            meters and history are kept. You can restore it later.
          </>
        }
      >
        <Moves asset={asset} />
        {asset.can_be_transferred && (
          <Button variant="default" onClick={() => setOpen('transfer')}>
            Transfer
          </Button>
        )}
        <Button variant="default" onClick={() => setOpen('edit')}>
          Edit
        </Button>
      </DeletionActions>
      {open === 'edit' && <EditAssetDialog asset={asset} onClose={close} />}
      {open === 'transfer' && <TransferDialog asset={asset} onClose={close} />}
    </>
  );
}
