import { ASSETS } from '@svc/contracts';
import {
  bulkInput,
  cases,
  describeHostileInput,
  upsertInput,
  type OperationInput,
} from '@svc/testing-services';
import { assetsDocumentation } from '../src/http/documentation';
import { testService, type TestService } from './service';

const {
  calendarDate,
  flag,
  inQuery,
  money,
  oneOf,
  optional,
  reference,
  required,
  text,
  updatable,
} = cases;
const { optionalText } = cases;

const notAhead = () => {
  const { accepted, refused } = calendarDate();
  const ahead = ['2028-02-29', '9999-12-31'];
  return cases.more(
    { accepted: accepted.filter((value) => !ahead.some((each) => each === value)), refused },
    [],
    ahead,
  );
};

const STATUSES = [
  'Active',
  'Idle',
  'In Maintenance',
  'Pending Install',
  'In Transit',
  'Lost',
  'Non-Compliant',
  'Decommissioned',
  'Retired',
];
const CONDITIONS = ['new', 'good', 'fair', 'poor', 'broken'];
const OWNERSHIP_TYPES = ['company', 'customer', 'leased', 'rented'];
const SERVICE_TYPES = [
  'repair',
  'inspection',
  'preventive_maintenance',
  'installation',
  'decommission',
  'meter_read',
  'warranty_claim',
  'calibration',
  'upgrade',
  'relocation',
];

const content = () => ({
  serial_number: optionalText(),
  model: optionalText(),
  manufacturer: optionalText(),
  purchase_date: optional(calendarDate()),
  purchase_cost: optional(money()),
  warranty_expiry: optional(calendarDate()),
  assigned_to: optional(reference()),
  notes: optionalText({ max: 10_000 }),
  condition: optional(oneOf(CONDITIONS)),
  ownership_type: optional(oneOf(OWNERSHIP_TYPES)),
  external_id: optionalText(),
});

let made = 0;

const theContent = async (service: TestService) => ({
  asset_name: 'Pump',
  asset_type_id: await service.givenAssetType(),
  serial_number: `SN-${(made += 1)}`,
  model: 'P 100',
  manufacturer: 'Pumps Inc',
  purchase_date: '2026-01-31',
  purchase_cost: 99.5,
  warranty_expiry: '2028-01-31',
  assigned_to: service.givenTechnician(),
  notes: 'Behind the door.',
  condition: 'good',
  ownership_type: 'leased',
});

const aBody = async (service: TestService) => ({
  ...(await theContent(service)),
  status: 'Idle',
  location_id: service.givenLocation(),
});

const anAsset = async (service: TestService) => ({ id: await service.givenAsset() });

let metered: { assetId: number; meterId: number } | undefined;
const meterOf = async (service: TestService) => (metered ??= await service.givenMeter());

const createAsset = (): OperationInput<TestService> => ({
  body: aBody,
  fields: {
    ...content(),
    asset_name: required(text()),
    asset_type_id: required(reference()),
    asset_tag: cases.cases([undefined], ['AST-000001', '', 5, []]),
    status: optional(oneOf(STATUSES)),
    location_id: optional(reference()),
  },
});

describeHostileInput({
  contract: ASSETS,
  documentation: assetsDocumentation,
  start: testService,
  operations: {
    listAssets: {
      query: {
        ids: inQuery.ids(),
        status: inQuery.oneOf(STATUSES),
        asset_type_id: inQuery.id(),
        condition: inQuery.oneOf(CONDITIONS),
        location_id: inQuery.id(),
        ownership_type: inQuery.oneOf(OWNERSHIP_TYPES),
        search: inQuery.text(),
        external_id: inQuery.text(),
        created_after: inQuery.timestamp(),
        created_before: inQuery.timestamp(),
      },
    },
    getAsset: { ids: anAsset },
    createAsset: createAsset(),
    upsertAsset: upsertInput(createAsset()),
    updateAsset: {
      ids: anAsset,
      body: theContent,
      fields: {
        ...content(),
        asset_name: updatable(text()),
        asset_type_id: updatable(reference()),
        asset_tag: updatable(cases.cases([], ['AST-999999', '', 5, {}])),
        status: updatable(oneOf(STATUSES, ['Active'])),
        location_id: optional(reference()),
      },
    },
    changeAssetStatus: {
      ids: anAsset,
      body: () => ({ status: 'Idle' }),
      fields: {
        status: required(
          oneOf(STATUSES, [
            'Idle',
            'In Maintenance',
            'In Transit',
            'Retired',
            'Lost',
            'Non-Compliant',
            'Decommissioned',
          ]),
        ),
      },
    },
    listServiceHistory: { ids: anAsset },
    listAssetHistory: { ids: anAsset },
    createServiceRecord: {
      ids: anAsset,
      body: (service) => ({
        service_type: 'repair',
        description: 'Replaced the seal.',
        service_date: '2026-03-01',
        service_cost: 120,
        technician_id: service.givenTechnician(),
        resolution_notes: 'Runs dry again.',
        labor_hours: 1.5,
        // Without warranty work there is no claim to number.
        is_warranty_work: true,
      }),
      fields: {
        service_type: required(oneOf(SERVICE_TYPES)),
        description: required(text({ max: 10_000 })),
        service_date: required(calendarDate()),
        service_cost: optional(money()),
        technician_id: optional(reference()),
        resolution_notes: optionalText({ max: 10_000 }),
        labor_hours: optional(money()),
        is_warranty_work: optional(flag()),
        warranty_claim_number: optionalText(),
      },
    },
    submitMeterReading: {
      ids: async (service) => ({ id: (await meterOf(service)).assetId }),
      body: async (service) => ({
        meter_id: (await meterOf(service)).meterId,
        reading_value: 7,
        reading_date: '2026-03-01',
      }),
      fields: {
        meter_id: required(reference('meter_not_found')),
        reading_value: required(cases.more(cases.measure(), [1e12], [1e12 + 1, 1e300])),
        reading_date: required(notAhead()),
      },
    },
    transferAsset: {
      ids: anAsset,
      body: (service) => ({
        to_location_id: service.givenLocation(),
        transfer_reason: 'Needed there.',
        transfer_date: '2026-03-01',
      }),
      fields: {
        to_location_id: required(reference()),
        transfer_reason: optionalText({ max: 10_000 }),
        transfer_date: optional(calendarDate()),
      },
    },
    bulkAssets: bulkInput(async (service: TestService) => ({
      method: 'POST',
      body: await aBody(service),
    })),
  },
  operator: [{ method: 'PUT', path: '/admin/assets', body: aBody }],
});
