import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ListedSupplierResponse } from '../../../../contract/responses';
import { finishDialog } from '../../forms/finish-dialog';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { FilterRow } from '../../records/filter-row';
import { RecordTable } from '../../records/record-table';
import { SearchFilter } from '../../records/search-filter';
import { useRecords } from '../../records/use-records';
import { request } from '../../server/request';
import { Permitted } from '../../session/may-use';
import { PageFrame } from '../../shown/page';
import { InventoryTabs } from './inventory-tabs';

export default function SuppliersPage() {
  const suppliers = useRecords<ListedSupplierResponse, 'search'>('suppliers', ['search']);
  const [open, setOpen] = useState<'new' | ListedSupplierResponse>();
  return (
    <PageFrame
      name="Suppliers"
      about="Companies you buy from."
      actions={
        <Permitted right="change_inventory">
          <Button onClick={() => setOpen('new')}>New supplier</Button>
        </Permitted>
      }
    >
      <InventoryTabs />
      <FilterRow
        of={suppliers}
        search={<SearchFilter of={suppliers} by="search" placeholder="Name" w={260} />}
      />
      <RecordTable
        name="Suppliers"
        records={suppliers}
        columns={[
          { name: 'Supplier', width: '60%', cell: (supplier) => supplier.supplier_name },
          { name: 'Items', isNumber: true, cell: (supplier) => supplier.item_count },
        ]}
        actions={(supplier) => (
          <Permitted right="change_inventory">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Edit ${supplier.supplier_name}`}
              onClick={() => setOpen(supplier)}
            >
              Edit
            </Button>
          </Permitted>
        )}
        getKey={(supplier) => supplier.supplier_id}
        empty="No suppliers yet. Create your first one."
      />
      {open && (
        <SupplierDialog
          supplier={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </PageFrame>
  );
}

interface SupplierDialogProps {
  readonly supplier: ListedSupplierResponse | undefined;
  readonly onClose: () => void;
}

function SupplierDialog({ supplier, onClose }: SupplierDialogProps) {
  const state = useRequestForm({
    initialValues: { name: supplier?.supplier_name ?? '' },
    send: (body) =>
      supplier
        ? request('PATCH', `suppliers/${supplier.supplier_id}`, { body })
        : request('POST', 'suppliers', { body }),
    done: () => finishDialog(onClose, supplier ? 'Supplier saved.' : 'Supplier created.', 'item'),
  });
  return (
    <RequestDialog
      title={supplier ? 'Edit supplier' : 'New supplier'}
      state={state}
      submitName={supplier ? 'Save' : 'Create supplier'}
      onClose={onClose}
    >
      <TextInput label="Name" data-autofocus {...state.form.getInputProps('name')} />
    </RequestDialog>
  );
}
