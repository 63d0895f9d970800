import { cases, describeHostileAdminInput } from '@svc/testing-services';
import { adminRoutes } from '../src/http/admin-routes';
import type { AssetsUseCases } from '../src/use-cases';
import { STATUSES, testService, type TestService } from './service';

const { calendarDate, inQuery, optional, optionalText, reference, required, text } = cases;

let names = 0;
const aMeter = () => ({ name: `Meter ${(names += 1)}`, unit: 'h', threshold: 500 });
const meter = () => ({
  name: required(text()),
  unit: optionalText(),
  threshold: optional(cases.measure()),
});

const ofAsset = async (service: TestService) => ({ id: await service.givenAsset() });
const ofDeleted = async (service: TestService) => {
  const { id } = await ofAsset(service);
  await service.admin.post(`/admin/assets/${id}/delete`);
  return { id };
};
const ofMeter = async (service: TestService) => ({ id: (await service.givenMeter()).meterId });

describeHostileAdminInput<TestService>({
  start: testService,
  routers: [adminRoutes({} as AssetsUseCases)],
  others: ['PUT /assets', 'PUT /assets/batch', 'POST /projections/rebuild'],
  rows: {
    'GET /assets': {
      query: {
        search: inQuery.text(),
        status: inQuery.oneOf(STATUSES),
        asset_type_id: inQuery.id(),
        deleted: inQuery.flag(),
      },
    },
    'GET /customers/:id/assets': { noRecord: 'accepted' },
    'GET /assets/:id': { parts: ofAsset },
    'GET /assets/:id/history': { parts: ofAsset },
    'GET /assets/:id/service-records': { parts: ofAsset },
    'GET /assets/:id/transfers': { parts: ofAsset },
    'POST /assets/:id/delete': { parts: ofAsset },
    'POST /assets/:id/restore': { parts: ofDeleted },
    'POST /assets/:id/transfer': {
      parts: ofAsset,
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
    'GET /assets/:id/meters': { parts: ofAsset },
    'POST /assets/:id/meters': { parts: ofAsset, body: aMeter, fields: meter() },
    'PUT /meters/:id': { parts: ofMeter, body: aMeter, fields: meter() },
    'GET /meters/:id/readings': { parts: ofMeter },
    'GET /asset-types': { query: { asset_type_id: inQuery.id(), search: inQuery.text() } },
    'PUT /asset-types': {
      body: () => ({ name: `Hostile type ${(names += 1)}` }),
      fields: { name: required(text()) },
    },
  },
});
