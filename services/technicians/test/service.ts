import { serviceFixture, writtenRows, type ServedApp } from '@svc/testing-services';
import { techniciansApp } from '../src/app';
import { migrations } from '../src/persistence/data-source';

/** What is sent of a technician. */
export type SentTechnician = Readonly<Record<string, unknown>>;

export interface TestService extends ServedApp {
  /** Saves a technician, by default one whom nobody else resembles. */
  givenTechnician(overrides?: SentTechnician, companyId?: number): Promise<number>;
  /** All that the service has written, to see that it wrote nothing. */
  writtenRows(): Promise<unknown>;
}

/** The service on a database and a clock of its own. */
export async function testService(): Promise<TestService> {
  const fixture = await serviceFixture({ context: 'technicians', migrations });
  const { db, committed, settings } = fixture;
  const served = fixture.serve(techniciansApp({ db, committed, ...settings }));
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
