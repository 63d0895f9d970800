import { assetsDocumentation, assetsEventRecords } from '@svc/assets/documentation';
import { ASSETS, CUSTOMERS, HOOKS, INVENTORY, JOBS, TECHNICIANS } from '@svc/contracts';
import { customersDocumentation, customersEventRecords } from '@svc/customers/documentation';
import { inventoryDocumentation, inventoryEventRecords } from '@svc/inventory/documentation';
import { jobsDocumentation, jobsEventRecords } from '@svc/jobs/documentation';
import { openApiDocument, section, type EventSection, type Section } from '@svc/openapi';
import { techniciansDocumentation, techniciansEventRecords } from '@svc/technicians/documentation';
import { eventsDocumentation, webhooksDocumentation } from '@svc/webhooks/documentation';

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

/** What is sent to endpoints and subscriptions, as the owner of each record shows it. */
export const EVENTS: EventSection = {
  title: 'Events',
  description:
    'What is sent to webhook endpoints and subscriptions: a signed POST, repeated until it is answered. Verify `X-SVC-Signature` over the raw body before you read it, skip an `id` that you have had, and drop what has a lower `data.version` than what you have.',
  documentation: eventsDocumentation,
  records: {
    ...assetsEventRecords,
    ...customersEventRecords,
    ...inventoryEventRecords,
    ...jobsEventRecords,
    ...techniciansEventRecords,
  },
};

export const DOCUMENT = openApiDocument(SECTIONS, EVENTS);
