import type { Feature } from '@svc/contracts';
import { formatPhone } from '../../contract/format-phone';
import type {
  CustomerResponse,
  ItemResponse,
  ListedAssetResponse,
  ListedDeliveryResponse,
  ListedJobResponse,
  ListedTechnicianResponse,
  LoggedDeliveryResponse,
  LoggedRequestResponse,
} from '../../contract/responses';
import type { Right } from '../../contract/rights';
import type { SearchKind } from '../../contract/values';
import type { FoundRecord } from '../domain/search';
import type { Owner } from '../owners/owners';

interface Search {
  readonly kind: SearchKind;
  readonly right: Right;
  readonly feature?: Feature;
  readonly owner: Owner;
  readonly path: string;
  toFound(data: unknown): readonly Found[];
}

type Found = Omit<FoundRecord, 'kind'>;

type Details = Pick<Search, 'right' | 'feature' | 'owner'> & { readonly path: string };

const MAX_FOUND_PER_KIND = 5;

const searchList =
  <Row>(kind: SearchKind, { path, ...owner }: Details, toFound: (row: Row) => Found) =>
  (term: string): Search => ({
    kind,
    ...owner,
    path: `${path}?${new URLSearchParams({ search: term, per_page: String(MAX_FOUND_PER_KIND) })}`,
    toFound: (rows) => (rows as readonly Row[]).map(toFound),
  });

const describe = (...details: readonly (string | null)[]): string =>
  details.filter((detail) => detail !== null).join(' · ');

const LISTS = [
  searchList<CustomerResponse>(
    'customer',
    { right: 'read_customers', owner: 'customers', path: '/customers' },
    (customer) => ({
      title: customer.customer_name,
      detail: describe(formatPhone(customer.customer_phone), customer.customer_email),
      path: `/customers/${customer.customer_id}`,
    }),
  ),
  searchList<ListedJobResponse>(
    'job',
    { right: 'read_jobs', owner: 'jobs', path: '/jobs' },
    (job) => ({
      title: job.job_title,
      detail: describe(String(job.job_id), job.customer_name, job.job_status),
      path: `/jobs/${job.job_id}`,
    }),
  ),
  searchList<ListedAssetResponse>(
    'asset',
    { right: 'read_assets', owner: 'assets', path: '/assets' },
    (asset) => ({
      title: asset.asset_name,
      detail: describe(asset.asset_tag, asset.serial_number, asset.location_name),
      path: `/assets/${asset.asset_id}`,
    }),
  ),
  searchList<ItemResponse>(
    'item',
    { right: 'read_inventory', feature: 'inventory', owner: 'inventory', path: '/items' },
    (item) => ({
      title: item.part_name,
      detail: item.part_number,
      path: `/inventory/${item.id}`,
    }),
  ),
  searchList<ListedTechnicianResponse>(
    'technician',
    { right: 'read_technicians', owner: 'technicians', path: '/technicians' },
    (technician) => ({
      title: `${technician.first_name} ${technician.last_name}`,
      detail: describe(technician.phone && formatPhone(technician.phone), technician.email),
      path: `/technicians/${technician.technician_id}`,
    }),
  ),
];

const WEBHOOKS = { right: 'webhooks', owner: 'webhooks' } as const;

/** Ids, which match only as a whole. */
const IDS: readonly (readonly [prefix: string, search: (id: string) => Search])[] = [
  [
    'req_',
    (id) => ({
      kind: 'request',
      right: 'api_keys',
      owner: 'gateway',
      path: `/request?${new URLSearchParams({ request_id: id })}`,
      toFound(data) {
        const { method, status } = data as LoggedRequestResponse;
        return [{ title: id, detail: `${method} · ${status}`, path: `/request-log/${id}` }];
      },
    }),
  ],
  [
    'evt_',
    (id) => ({
      kind: 'event',
      ...WEBHOOKS,
      path: `/deliveries?${new URLSearchParams({ event_id: id, per_page: '1' })}`,
      toFound: (rows) =>
        (rows as readonly ListedDeliveryResponse[]).map(({ event }) => ({
          title: id,
          detail: event,
          path: `/webhooks/deliveries?event_id=${id}`,
        })),
    }),
  ],
  [
    'dlv_',
    (id) => ({
      kind: 'delivery',
      ...WEBHOOKS,
      path: `/delivery?${new URLSearchParams({ id })}`,
      toFound(data) {
        const delivery = data as LoggedDeliveryResponse;
        return [
          {
            title: delivery.id,
            detail: `${delivery.event} · ${delivery.status}`,
            path: `/webhooks/deliveries/${delivery.id}`,
          },
        ];
      },
    }),
  ],
];

export function listSearches(term: string): readonly Search[] {
  const byId = IDS.find(([prefix]) => term.startsWith(prefix));
  return byId ? [byId[1](term)] : LISTS.map((search) => search(term));
}
