import type { ListPage } from '@svc/database';
import type { Page } from '@svc/kernel';

type ListOf<Row> = (companyId: number, id: number, page: Page) => Promise<ListPage<Row>>;

export const listOfExisting =
  <Row>(
    list: ListOf<Row>,
    require: (companyId: number, id: number) => Promise<unknown>,
  ): ListOf<Row> =>
  async (companyId, id, page) => {
    const [found] = await Promise.all([list(companyId, id, page), require(companyId, id)]);
    return found;
  };
