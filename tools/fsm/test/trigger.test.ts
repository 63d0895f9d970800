import { WEBHOOK_EVENTS, type WebhookEvent } from '@svc/contracts';
import { givenAdminListener, success, type } from './terminal';

const admin = givenAdminListener(() =>
  success({
    customer_id: 1,
    locations: [{ location_id: 2 }],
    job_id: 3,
    invoice_id: 4,
    service_request_id: 5,
    technician_id: 6,
    asset_type_id: 7,
    asset_id: 8,
    location_id: 9,
    item_id: 10,
  }),
);

const fsm = (line: string) => type(line.split(' '), { env: admin.env });

const CUSTOMER = 'PUT customers/customers';
const JOB = [CUSTOMER, 'PUT jobs/jobs'];
const TECHNICIAN = 'PUT technicians/technicians';
const ASSET = [CUSTOMER, 'PUT assets/asset-types', 'PUT assets/assets'];
const ITEM = ['PUT inventory/inventory-locations', 'PUT inventory/items'];

const CASES: Readonly<
  Record<WebhookEvent, readonly [triggered: object, calls: readonly string[]]>
> = {
  'customer.created': [{ customer_id: 1 }, [CUSTOMER]],
  'customer.updated': [{ customer_id: 1 }, [CUSTOMER, CUSTOMER]],
  'customer.removed': [{ customer_id: 1 }, [CUSTOMER, 'POST customers/customers/1/delete']],
  'customer.restored': [
    { customer_id: 1 },
    [CUSTOMER, 'POST customers/customers/1/delete', 'POST customers/customers/1/restore'],
  ],
  'service_request.created': [
    { service_request_id: 5 },
    [CUSTOMER, 'POST customers/service-requests'],
  ],
  'job.created': [{ job_id: 3 }, JOB],
  'job.updated': [{ job_id: 3 }, [...JOB, 'PUT jobs/jobs']],
  'job.status_changed': [{ job_id: 3 }, [...JOB, 'PUT jobs/jobs']],
  'job.completed': [{ job_id: 3 }, [...JOB, 'PUT jobs/jobs']],
  'job.deleted': [{ job_id: 3 }, [...JOB, 'POST jobs/jobs/3/delete']],
  'job.restored': [{ job_id: 3 }, [...JOB, 'POST jobs/jobs/3/delete', 'POST jobs/jobs/3/restore']],
  'job.assigned': [{ job_id: 3, technician_id: 6 }, [...JOB, TECHNICIAN, 'PUT jobs/jobs']],
  'job.unassigned': [
    { job_id: 3, technician_id: 6 },
    [...JOB, TECHNICIAN, 'PUT jobs/jobs', 'PUT jobs/jobs'],
  ],
  'invoice.paid': [
    { invoice_id: 4, job_id: 3 },
    [...JOB, 'POST jobs/jobs/3/invoices', 'POST jobs/invoices/4/payments'],
  ],
  'asset.created': [{ asset_id: 8 }, ASSET],
  'asset.updated': [{ asset_id: 8 }, [...ASSET, 'PUT assets/assets']],
  'asset.status_changed': [{ asset_id: 8 }, [...ASSET, 'PUT assets/assets']],
  'asset.transferred': [{ asset_id: 8 }, [...ASSET, 'POST assets/assets/8/transfer']],
  'asset.meter_threshold_reached': [{ asset_id: 8 }, [...ASSET, 'PUT assets/assets']],
  'inventory.low_stock': [{ item_id: 10 }, ITEM],
  'inventory.stock_changed': [{ item_id: 10 }, ITEM],
  'technician.updated': [{ technician_id: 6 }, [TECHNICIAN, TECHNICIAN]],
};

it.each(WEBHOOK_EVENTS)('trigger %s makes its change in the sandbox alone', async (event) => {
  const [triggered, calls] = CASES[event];

  const { code, stdout } = await fsm(`trigger ${event} --company acme --output json`);

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ event, ...triggered });
  const asked = admin.requests.map(({ method, path }) => `${method} ${path}`);
  expect(asked).toEqual(calls.map((call) => call.replace(' ', ' /companies/acme/sandbox/')));
});

it('trigger refuses an event that there is none of', async () => {
  expect(await fsm('trigger job.exploded --company acme')).toMatchObject({ code: 1 });
  expect(admin.requests).toEqual([]);
});
