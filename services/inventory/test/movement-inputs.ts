import type { ErrorCode } from '@svc/contracts';
import { cases } from '@svc/testing-services';
import type { TestService } from './service';

const { coded, isMissing, optionalText, reference, required, text } = cases;

export const LOCATION_TYPES = ['warehouse', 'vehicle', 'technician', 'job_site', 'other'];
export const TRANSACTION_TYPES = [
  'Add',
  'Remove',
  'Transfer_out',
  'Transfer_in',
  'Adjust',
  'Reserve',
  'Release',
  'Job_complete',
];

export const orMissing = (error: ErrorCode, field: cases.FieldCases) =>
  coded(field, (value) => (isMissing(value) ? error : undefined));

let stocked: { item: number; place: number; other: number } | undefined;
export const stockOf = async (service: TestService) => {
  if (stocked) return stocked;
  const [place, other] = [await service.givenLocation(), await service.givenLocation()];
  const stock = [{ location_id: place, quantity: 1_000 }];
  stocked = { item: await service.givenItem({ stock }), place, other };
  return stocked;
};

export const adjustment = {
  body: async (service: TestService) => ({
    location_id: (await stockOf(service)).place,
    quantity: 1,
    reason: 'Counted.',
  }),
  emptyBody: 'missing_location_id',
  fields: {
    location_id: orMissing('missing_location_id', required(reference('location_not_found'))),
    quantity: coded(
      required(cases.cases([1, -1], ['5', '', true, [], {}, 0, 1.5, 2 ** 31, -(2 ** 31) - 1])),
      (value) => {
        if (typeof value !== 'number') return 'missing_quantity';
        return value === 0 ? 'invalid_quantity' : undefined;
      },
    ),
    reason: orMissing('missing_reason', required(text({ max: 10_000 }))),
  },
} as const;

export const transfer = {
  body: async (service: TestService) => {
    const { item: item_id, place, other } = await stockOf(service);
    return {
      item_id,
      from_location_id: place,
      to_location_id: other,
      quantity: 1,
      notes: 'For the van.',
    };
  },
  emptyBody: 'missing_item_id',
  fields: {
    item_id: orMissing('missing_item_id', required(reference('item_not_found'))),
    from_location_id: orMissing(
      'missing_from_location_id',
      required(reference('from_location_not_found')),
    ),
    to_location_id: orMissing(
      'missing_to_location_id',
      required(reference('to_location_not_found')),
    ),
    quantity: coded(
      required(cases.cases([1, 2], ['5', '', true, [], {}, 0, -1, 1.5, 2 ** 31])),
      (value) => (value === 2 ** 31 ? undefined : 'invalid_quantity'),
    ),
    notes: optionalText({ max: 10_000 }),
  },
} as const;
