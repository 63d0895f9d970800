import type { Page } from '@svc/kernel';
import type { ScheduledTechniciansAnswer } from '../../contract/schedule';
import type {
  ListedTechnicianAnswer,
  TechnicianAnswer,
  TechniciansQuery,
} from '../../contract/technicians';
import { listFrom, type Listed } from './list-from';
import type { Asker, OwnerCall, Owners } from './owners';

const PATH = '/dashboard/technicians';

/** Technicians, of whom the technicians context is the owner. */
export const techniciansOf = (owners: Owners) => {
  const listTechnicians = listFrom(owners, 'technicians');

  const ask = async <Data>(asker: Asker, call: OwnerCall): Promise<Data> =>
    (await owners.admin<Data>(asker, 'technicians', call)).data;

  return {
    list: (
      asker: Asker,
      { status, availability_status, search }: TechniciansQuery,
      { page, perPage }: Page,
    ): Promise<Listed<ListedTechnicianAnswer>> => {
      const filter = { status, availability_status, search };
      return listTechnicians(asker, PATH, { ...filter, page, per_page: perPage });
    },

    /** Those who work, with their skills and their week. */
    schedule: (asker: Asker): Promise<ScheduledTechniciansAnswer> =>
      ask(asker, { method: 'GET', path: '/dashboard/schedule' }),

    /** @throws not_found */
    find: (asker: Asker, id: number): Promise<TechnicianAnswer> =>
      ask(asker, { method: 'GET', path: `${PATH}/${id}` }),

    /** `body` is checked by the owner. @throws validation_failed; conflict for an e-mail that is taken */
    create: (asker: Asker, body: object): Promise<TechnicianAnswer> =>
      ask(asker, { method: 'POST', path: PATH, body }),

    /** The same. @throws not_found; conflict at another version than the expected one */
    edit: (asker: Asker, id: number, body: object): Promise<TechnicianAnswer> =>
      ask(asker, { method: 'PUT', path: `${PATH}/${id}`, body }),

    /** What skills are called that technicians have or had. */
    skillNames: (asker: Asker): Promise<readonly string[]> =>
      ask(asker, { method: 'GET', path: '/dashboard/skill-names' }),
  };
};

export type Technicians = ReturnType<typeof techniciansOf>;
