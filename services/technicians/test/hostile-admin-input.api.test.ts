import { cases, describeHostileAdminInput } from '@svc/testing-services';
import { adminRoutes } from '../src/http/admin-routes';
import type { TechniciansUseCases } from '../src/use-cases';
import { testService, type TestService } from './service';

const { array, email, flag, inQuery, integer, objectArray, oneOf, optional, optionalText } = cases;
const { orBlank, phone, required, text, updatable } = cases;

const STATUSES = ['Active', 'Inactive'];
const AVAILABILITY_STATUSES = ['Available', 'Busy', 'Offline'];
const SKILL = { skill_name: 'HVAC', skill_level: 4 };
const SHIFT = { day_of_week: 1, start_time: '08:00:00', end_time: '17:00:00', is_available: true };
const MAX_LIST = 100;

let made = 0;
const aBody = () => ({
  first_name: 'Ada',
  last_name: 'Byron',
  email: `ada-${(made += 1)}@example.com`,
  phone: '+12125550101',
  status: 'Active',
  availability_status: 'Busy',
  vehicle_type: 'Van',
  transport_modes: ['van'],
  skills: [SKILL],
  schedule: [SHIFT],
});

const timeOfDay = () =>
  cases.cases([], ['', '8:00:00', '08:00', '24:00:00', '08:60:00', 5, true, [], {}]);

const fields = () => ({
  first_name: required(text()),
  last_name: required(text()),
  email: required(email()),
  phone: optional(orBlank(phone())),
  status: updatable(oneOf(STATUSES)),
  availability_status: updatable(oneOf(AVAILABILITY_STATUSES)),
  vehicle_type: optionalText(),
  transport_modes: updatable(array(text(), MAX_LIST)),
  skills: updatable(
    objectArray(
      SKILL,
      { skill_name: required(text()), skill_level: required(integer(1, 5)) },
      MAX_LIST,
    ),
  ),
  schedule: updatable(
    objectArray(
      SHIFT,
      {
        day_of_week: required(integer(1, 7)),
        start_time: required(timeOfDay()),
        end_time: required(timeOfDay()),
        is_available: flag(),
      },
      MAX_LIST,
    ),
  ),
});

const ofTechnician = async (service: TestService) => ({ id: await service.givenTechnician() });

describeHostileAdminInput<TestService>({
  start: testService,
  routers: [adminRoutes({} as TechniciansUseCases)],
  others: ['PUT /technicians', 'PUT /technicians/batch'],
  rows: {
    'GET /technicians': {
      query: {
        search: inQuery.text(),
        status: inQuery.oneOf(STATUSES),
        availability_status: inQuery.oneOf(AVAILABILITY_STATUSES),
      },
    },
    'POST /technicians': { body: aBody, fields: fields() },
    'GET /technicians/:id': { parts: ofTechnician },
    'PUT /technicians/:id': {
      parts: ofTechnician,
      body: () => ({ ...aBody(), expected_version: 1 }),
      fields: {
        ...fields(),
        expected_version: required(cases.cases([1], ['1', '', true, [], {}, 0, 1.5, 2 ** 31])),
      },
    },
  },
});
