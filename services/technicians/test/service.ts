import { serviceFixture, writtenRows, type ServedApp } from '@svc/testing-services';
import { createTechniciansApp } from '../src/app';
import { migrations } from '../src/persistence/data-source';

export type SentTechnician = Readonly<Record<string, unknown>>;

export interface TestService extends ServedApp {
  givenTechnician(overrides?: SentTechnician, companyId?: number): Promise<number>;
  writtenRows(): Promise<unknown>;
}

export async function testService(): Promise<TestService> {
  const fixture = await serviceFixture({ context: 'technicians', migrations });
  const { db, onCommitted, settings } = fixture;
  const served = fixture.serve(createTechniciansApp({ db, onCommitted, ...settings }));
  const { admin } = served;
  let saved = 0;
  return {
    ...served,
    async givenTechnician(overrides = {}, companyId = 1) {
      saved += 1;
      const { body } = await admin
        .as({ companyId })
        .put<{ data: { technician_id: number } }>('/admin/technicians', {
          first_name: 'Technician',
          last_name: `Number ${saved}`,
          email: `technician-${saved}@acme.example`,
          ...overrides,
        });
      return body.data.technician_id;
    },

    writtenRows: () =>
      writtenRows(db, [
        'technicians',
        'skill_categories',
        'technician_skills',
        'technician_shifts',
        'outbox',
      ]),
  };
}
