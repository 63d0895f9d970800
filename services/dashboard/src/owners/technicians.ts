import type { Page } from '@svc/kernel';
import type { ListedTechnicianAnswer, TechniciansQuery } from '../../contract/technicians';
import { listFrom, type Listed } from './list-from';
import type { Asker, Owners } from './owners';

/** Technicians, of whom the technicians context is the owner. */
export const techniciansOf = (owners: Owners) => {
  const listTechnicians = listFrom(owners, 'technicians');
  return {
    list: (
      asker: Asker,
      { status, search }: TechniciansQuery,
      { page, perPage }: Page,
    ): Promise<Listed<ListedTechnicianAnswer>> =>
      listTechnicians(asker, '/dashboard/technicians', { status, search, page, per_page: perPage }),
  };
};

export type Technicians = ReturnType<typeof techniciansOf>;
