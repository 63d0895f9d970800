import { assetsDocumentation } from '@svc/assets/documentation';
import { ASSETS, CUSTOMERS, HOOKS, INVENTORY, JOBS, TECHNICIANS } from '@svc/contracts';
import { customersDocumentation } from '@svc/customers/documentation';
import { inventoryDocumentation } from '@svc/inventory/documentation';
import { jobsDocumentation } from '@svc/jobs/documentation';
import { openApiDocument, section, type Section } from '@svc/openapi';
import { techniciansDocumentation } from '@svc/technicians/documentation';
import { webhooksDocumentation } from '@svc/webhooks/documentation';

/** What the document is made of, in the order in which it is read: by title. */
export const SECTIONS: readonly Section[] = [
  section(ASSETS, assetsDocumentation, {
    title: 'Assets',
    description: 'Equipment at customer locations: status, service history, meters and transfers.',
  }),
  section(CUSTOMERS, customersDocumentation, {
    title: 'Customers',
    description: 'Customers and their service locations.',
  }),
  section(INVENTORY, inventoryDocumentation, {
    title: 'Inventory',
    description: 'Parts, their stock at each location, and a ledger of every movement.',
  }),
  section(JOBS, jobsDocumentation, {
    title: 'Jobs',
    description: 'Work at a customer location, its status, schedule, technician and assets.',
  }),
  section(TECHNICIANS, techniciansDocumentation, {
    title: 'Technicians',
    description: 'The people who do the work, with skills and schedules; read-only.',
  }),
  section(HOOKS, webhooksDocumentation, {
    title: 'Webhook subscriptions',
    description: 'Signed events, sent to addresses that an API key subscribes (REST hooks).',
  }),
];

export const DOCUMENT = openApiDocument(SECTIONS);
