import type { Technician } from '../records';
import { changeTechnician, fullName, newTechnician } from './technician';
import { technicianCreated, technicianUpdated } from './technician-events';

const HIRED = new Date('2026-03-02T14:15:00Z');
const LATER = new Date('2026-04-01T08:00:00Z');

const ada = { firstName: 'Ada', lastName: 'Byron', email: 'ada@acme.example' };

const technician = (overrides: Partial<Technician> = {}): Technician => ({
  ...newTechnician(1, ada, HIRED),
  id: 7,
  ...overrides,
});

it('hires as active and available unless said otherwise', () => {
  expect(newTechnician(1, ada, HIRED)).toEqual({
    ...ada,
    companyId: 1,
    version: 1,
    phone: null,
    status: 'Active',
    availabilityStatus: 'Available',
    vehicleType: null,
    transportModes: [],
    skills: [],
    schedule: [],
    createdAt: HIRED,
    updatedAt: HIRED,
  });
  expect(newTechnician(1, { ...ada, status: 'Inactive' }, HIRED).status).toBe('Inactive');
});

it('answers the very same technician when nothing differs', () => {
  const before = technician({ phone: '+12125550101', vehicleType: 'Van' });

  expect(changeTechnician(before, { ...ada, vehicleType: 'Van' }, LATER)).toBe(before);
});

it('grows the version by one with a change', () => {
  const after = changeTechnician(technician({ version: 4 }), { ...ada, lastName: 'King' }, LATER);

  expect(after).toEqual(technician({ version: 5, lastName: 'King', updatedAt: LATER }));
});

it('clears by null and keeps by absence', () => {
  const before = technician({ phone: '+12125550101', vehicleType: 'Van' });

  const after = changeTechnician(before, { ...ada, phone: null }, LATER);

  expect(after).toMatchObject({ phone: null, vehicleType: 'Van' });
});

it('is shown under both names', () => {
  expect(fullName(ada)).toBe('Ada Byron');
});

it('is announced with its card, under the one who changed it', () => {
  const card = { technician_id: 7, technician_name: 'Ada Byron', status: 'Active', version: 2 };
  const after = technician({ version: 2, updatedAt: LATER });
  const expected = {
    companyId: 1,
    recordId: 7,
    version: 2,
    occurredAt: LATER,
    actor: 'ui',
    data: { card },
  };

  expect(technicianCreated(after, { actor: 'ui' })).toEqual([
    { type: 'technician.created', ...expected },
  ]);
  expect(technicianUpdated(after, { actor: 'ui' })).toEqual([
    { type: 'technician.updated', ...expected },
  ]);
});
