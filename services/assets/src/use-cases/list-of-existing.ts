import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';

/** Reads one page of what belongs to a record. */
type ListOf<Row> = (companyId: number, id: number, page: Page) => Promise<Found<Row>>;

/** A list of what belongs to records that are there; `require` refuses the others. */
export const listOfExisting =
  <Row>(
    list: ListOf<Row>,
    require: (companyId: number, id: number) => Promise<unknown>,
  ): ListOf<Row> =>
  async (companyId, id, page) => {
    const [found] = await Promise.all([list(companyId, id, page), require(companyId, id)]);
    return found;
  };
