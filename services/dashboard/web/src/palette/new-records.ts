import { lazy, type ComponentType } from 'react';
import type { Right } from '../../../contract/rights';
import type { Choice } from '../choosers/record-chooser';

interface NewRecordDialogProps {
  readonly onClose: () => void;
  /** For a new job. */
  readonly customer?: Choice | undefined;
}

export interface NewRecord {
  readonly name: string;
  readonly list: string;
  readonly right: Right;
  readonly Dialog: ComponentType<NewRecordDialogProps>;
  readonly customer?: Choice;
}

export const NEW_RECORDS: readonly NewRecord[] = [
  {
    name: 'New job',
    list: '/jobs',
    right: 'change_jobs',
    Dialog: lazy(async () => ({
      default: (await import('../pages/jobs/new-job-dialog')).NewJobDialog,
    })),
  },
  {
    name: 'New customer',
    list: '/customers',
    right: 'change_customers',
    Dialog: lazy(async () => ({
      default: (await import('../pages/customers/new-customer-dialog')).NewCustomerDialog,
    })),
  },
  {
    name: 'New asset',
    list: '/assets',
    right: 'change_assets',
    Dialog: lazy(async () => ({
      default: (await import('../pages/assets/asset-dialogs')).NewAssetDialog,
    })),
  },
  {
    name: 'New item',
    list: '/inventory',
    right: 'change_inventory',
    Dialog: lazy(async () => ({
      default: (await import('../pages/inventory/item-dialogs')).NewItemDialog,
    })),
  },
  {
    name: 'New technician',
    list: '/technicians',
    right: 'change_technicians',
    Dialog: lazy(async () => ({
      default: (await import('../pages/technicians/technician-dialogs')).NewTechnicianDialog,
    })),
  },
];
