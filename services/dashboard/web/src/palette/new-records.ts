import { lazy, type ComponentType } from 'react';
import type { Choice } from '../choosers/record-chooser';

interface NewRecordDialogProps {
  readonly onClose: () => void;
  /** For a new job. */
  readonly customer?: Choice | undefined;
}

export interface NewRecord {
  readonly name: string;
  /** Who may open this page may also create the record. */
  readonly list: string;
  readonly Dialog: ComponentType<NewRecordDialogProps>;
  readonly customer?: Choice;
}

export const NEW_RECORDS: readonly NewRecord[] = [
  {
    name: 'New job',
    list: '/jobs',
    Dialog: lazy(async () => ({
      default: (await import('../pages/jobs/new-job-dialog')).NewJobDialog,
    })),
  },
  {
    name: 'New customer',
    list: '/customers',
    Dialog: lazy(async () => ({
      default: (await import('../pages/customers/new-customer-dialog')).NewCustomerDialog,
    })),
  },
  {
    name: 'New asset',
    list: '/assets',
    Dialog: lazy(async () => ({
      default: (await import('../pages/assets/asset-dialogs')).NewAssetDialog,
    })),
  },
  {
    name: 'New item',
    list: '/inventory',
    Dialog: lazy(async () => ({
      default: (await import('../pages/inventory/item-dialogs')).NewItemDialog,
    })),
  },
  {
    name: 'New technician',
    list: '/technicians',
    Dialog: lazy(async () => ({
      default: (await import('../pages/technicians/technician-dialogs')).NewTechnicianDialog,
    })),
  },
];
