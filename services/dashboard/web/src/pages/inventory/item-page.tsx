import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ItemResponse, StockEntryResponse } from '../../../../contract/responses';
import { LevelBar } from '../../charts/level-bar';
import { RecordColumns } from '../../records/record-columns';
import { RecordPage, useRecordId } from '../../records/record-page';
import { RowTable } from '../../records/record-table';
import { request } from '../../server/request';
import { Permitted } from '../../session/may-use';
import { Facts, OriginFacts } from '../../shown/facts';
import { QueryFailure } from '../../shown/failure-alert';
import { formatNumber } from '../../shown/format-number';
import { UNIT_PRICE_DECIMALS, useDollars } from '../../shown/money';
import { None } from '../../shown/none';
import { Section } from '../../shown/section';
import { Time } from '../../shown/times';
import { Multiline } from '../../shown/multiline';
import { LOCATION_TYPE_NAMES, LowStockBadge } from './inventory-badges';
import { EditItemDialog } from './item-dialogs';
import { Ledger } from './item-ledger';
import { AdjustStockDialog, TransferStockDialog } from './stock-dialogs';

export default function ItemPage() {
  const id = useRecordId();
  const stock = useQuery({
    queryKey: ['v1/inventory', id, 'stock'],
    queryFn: async () =>
      (await request<StockEntryResponse[]>('GET', 'v1/inventory', { query: { id, sub: 'stock' } }))
        .data,
  });
  return (
    <RecordPage<ItemResponse>
      kind="Item"
      path="inventory"
      getName={(item) => item.part_name}
      getNumber={(item) => item.part_number}
      badges={(item) => item.is_low && <LowStockBadge />}
      actions={(item) => stock.data && <Actions item={item} stock={stock.data} />}
    >
      {(item) => (
        <RecordColumns rail={<ItemFacts item={item} />}>
          <Section name="Stock by location">
            {item.is_low && (
              <Alert variant="outline" color="yellow" mb="md">
                Low stock: {formatNumber(item.quantity_on_hand)} left, minimum{' '}
                {formatNumber(item.min_stock_level)}.
                {item.reorder_quantity > 0 && ` Order ${formatNumber(item.reorder_quantity)}.`}
              </Alert>
            )}
            <QueryFailure what="the stock" query={stock} />
            {!(stock.error && !stock.data) && <Stock item={item} entries={stock.data} />}
          </Section>
          <Section name="Ledger">
            <Ledger itemId={item.id} />
          </Section>
        </RecordColumns>
      )}
    </RecordPage>
  );
}

interface ItemProps {
  readonly item: ItemResponse;
}

function ItemFacts({ item }: ItemProps) {
  const dollars = useDollars();
  const unitPrice = (amount: number | null) =>
    amount === null ? null : dollars(amount, UNIT_PRICE_DECIMALS);
  return (
    <>
      <Facts
        facts={[
          ['On hand', <OnHand item={item} />],
          ['Reserved', formatNumber(item.reserved_quantity)],
          ['Available', formatNumber(item.available)],
          ['Minimum', formatNumber(item.min_stock_level)],
          ['Reorder quantity', formatNumber(item.reorder_quantity)],
        ]}
      />
      <Facts
        facts={[
          ['Description', item.description && <Multiline>{item.description}</Multiline>],
          ['Category', item.category],
          ['Serial number', item.serial_number],
          ['Cost per unit', unitPrice(item.cost_per_unit)],
          ['Price per unit', unitPrice(item.price_per_unit)],
          ['Supplier', item.supplier_name],
        ]}
      />
      <OriginFacts record={item} />
    </>
  );
}

const OnHand = ({ item: { quantity_on_hand: value, min_stock_level: minimum } }: ItemProps) => (
  <>
    {formatNumber(value)}
    <LevelBar value={value} minimum={minimum > 0 ? minimum : null} />
  </>
);

interface StockProps extends ItemProps {
  readonly entries: readonly StockEntryResponse[] | undefined;
}

function Stock({ item, entries }: StockProps) {
  if (entries?.length === 0) return <None>No stock yet.</None>;
  return (
    <RowTable
      name="Stock by location"
      rows={entries}
      getKey={(entry) => entry.location_id}
      columns={[
        {
          name: 'Location',
          width: '24%',
          cell: (entry) => entry.location_name ?? entry.location_id,
        },
        {
          name: 'Type',
          phone: 'plain',
          cell: ({ location_type: type }) => type && LOCATION_TYPE_NAMES[type],
        },
        {
          name: 'On hand',
          width: '18%',
          isNumber: true,
          cell: ({ quantity }) => (
            <>
              {formatNumber(quantity)}
              <div aria-hidden="true">
                <LevelBar value={quantity} minimum={null} highest={item.quantity_on_hand} />
              </div>
            </>
          ),
        },
        {
          name: 'Reserved',
          isNumber: true,
          cell: (entry) => formatNumber(entry.reserved_quantity),
        },
        { name: 'Available', isNumber: true, cell: (entry) => formatNumber(entry.available) },
        {
          name: 'Updated',
          phone: 'hidden',
          cell: (entry) => <Time value={entry.last_updated} />,
        },
      ]}
    />
  );
}

interface ActionsProps {
  readonly item: ItemResponse;
  readonly stock: readonly StockEntryResponse[];
}

function Actions({ item, stock }: ActionsProps) {
  const [open, setOpen] = useState<'edit' | 'adjust' | 'transfer'>();
  const close = (): void => setOpen(undefined);
  return (
    <Permitted right="change_inventory">
      <Button onClick={() => setOpen('adjust')}>Adjust stock</Button>
      <Button variant="default" onClick={() => setOpen('transfer')}>
        Transfer stock
      </Button>
      <Button variant="default" onClick={() => setOpen('edit')}>
        Edit
      </Button>
      {open === 'adjust' && <AdjustStockDialog item={item} stock={stock} onClose={close} />}
      {open === 'transfer' && <TransferStockDialog item={item} stock={stock} onClose={close} />}
      {open === 'edit' && <EditItemDialog item={item} onClose={close} />}
    </Permitted>
  );
}
