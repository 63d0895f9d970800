import type { Collection, Operation } from '@svc/contracts';
import type { OperationDocumentation } from '@svc/openapi';
import type { ApiResponse } from '@svc/testing';
import { describeCursor } from './list-cursors';
import {
  MOMENT,
  newCompany,
  SECOND_AFTER,
  SECOND_BEFORE,
  TIME_FILTERS,
  type Filter,
  type Given,
  type ListBody,
  type ListingService,
  type ListInput,
  type Query,
  type Read,
} from './list-input';
import { describeSearch, describeTimes } from './list-search';
import {
  buildAddress,
  createExpectDocumented,
  listFieldNames,
  startForSuite,
  type ContextApi,
} from './service-under-test';

export interface Lists<C extends Collection, S extends ListingService> extends ContextApi<C, S> {
  readonly lists: {
    readonly [Name in keyof C['operations'] & string]?:
      | ListInput<S>
      | typeof NONE_YET
      | typeof HISTORY
      | typeof ON_ITS_OWN;
  };
}

/** A list whose records cannot be created yet. */
const NONE_YET = 'none yet';

const OF_SOME_LISTS = ['include', 'sort'];
const OF_ALL_LISTS = ['page', 'per_page', 'cursor', ...OF_SOME_LISTS];

/** `describeHistory` reads histories: a history is never empty and has no records of its own. */
const HISTORY = 'history';

/** A log that its context tests on its own. */
const ON_ITS_OWN = 'on its own';

/**
 * Reads every list of a context as the decisions describe it, with each filter and each pair of
 * filters.
 */
export function describeLists<C extends Collection, S extends ListingService>({
  contract,
  documentation,
  start,
  lists,
}: Lists<C, S>): void {
  const expectDocumented = createExpectDocumented(contract, documentation);
  const inputs = lists as Readonly<
    Record<string, ListInput<S> | typeof NONE_YET | typeof HISTORY | typeof ON_ITS_OWN>
  >;
  const namesWithCursor = Object.keys(inputs).filter((name) => inputs[name] !== ON_ITS_OWN);
  let service: S;
  startForSuite(start, (started) => (service = started));

  it('all lists of the endpoint table are in this one', () => {
    const documented = Object.entries<OperationDocumentation>(documentation);
    const paged = documented.filter(([, { query }]) => {
      const names = listFieldNames(query);
      return names.includes('page') || names.includes('cursor');
    });
    const tiered = Object.values<Operation>(contract.operations).filter(({ tier }) =>
      ['list', 'technicianList'].includes(tier),
    );

    expect(Object.keys(inputs)).toEqual(paged.map(([name]) => name));
    expect(Object.keys(inputs)).toEqual(tiered.map(({ name }) => name));
  });

  it.each(namesWithCursor)('%s can be read by cursor, and by updated_since', (name) => {
    const { query } = documentation[name as keyof C['operations'] & string];

    expect(listFieldNames(query)).toEqual(expect.arrayContaining(['cursor', 'updated_since']));
  });

  for (const [name, input] of Object.entries(inputs))
    if (input !== HISTORY && input !== ON_ITS_OWN) describe(name, () => describeInput(name, input));

  function describeInput(name: string, input: ListInput<S> | typeof NONE_YET): void {
    const operation = contract.operations[name] as Operation;
    const { query } = documentation[name as keyof C['operations'] & string];
    const read: Read = async (companyId, parent, asked) => {
      const path = buildAddress(contract, operation, parent);
      const parts = Object.entries(asked).map(
        ([key, value]) => `&${key}=${encodeURIComponent(String(value))}`,
      );
      const answer: ApiResponse<ListBody> = await service.api
        .as({ companyId })
        .get(`${path}${parts.join('')}`);
      expectDocumented(name, answer.status, answer.body);
      return answer;
    };
    if (input === NONE_YET) {
      it('has nothing so far', async () => {
        const { status, body } = await read(1, {}, {});

        expect(status === 404 ? [] : body.data).toEqual([]);
      });
      return;
    }
    describeList(input, listFieldNames(query), read, () => service);
    describeCursor(input, { list: name, parameters: listFieldNames(query) }, read, () => service);
  }
}

/** Such filters cannot be combined, as a record has one value of a field. */
const haveSameFields = (one: Filter, other: Filter): boolean =>
  Object.keys(one.matching).some((name) => name !== 'at' && name in other.matching);

function describeList<S extends ListingService>(
  input: ListInput<S>,
  parameters: readonly string[],
  read: Read,
  serviceOf: () => S,
): void {
  const { key, remove, filters = {}, searched = [] } = input;
  const keysOf = ({ data }: ListBody) => data.map((record) => record[key]);

  async function newCompanyWithList() {
    const company = await newCompany(input, read, serviceOf());
    async function list(query: Query = {}): Promise<ListBody> {
      const { status, body } = await company.ask(query);
      expect(status).toBe(200);
      return body;
    }
    return {
      ...company,
      list,
      keysOf,
      async keys(query: Query = {}) {
        const body = await list(query);
        expect(body.pagination.total).toBe(body.data.length);
        return keysOf(body);
      },
    };
  }

  // They name records instead of properties: `describeExternalIds` and a test here hold them.
  const ofRecords = ['external_id', 'ids'];
  const names = parameters.filter(
    (name) => !OF_ALL_LISTS.includes(name) && !ofRecords.includes(name),
  );

  it('has all filters in its table', () => {
    const ofTime = Object.keys(TIME_FILTERS).filter((name) => parameters.includes(name));

    const ofAll = OF_ALL_LISTS.filter(
      (name) => !OF_SOME_LISTS.includes(name) || parameters.includes(name),
    );
    expect([...Object.keys(filters), ...ofTime, ...ofAll].sort()).toEqual(
      parameters.filter((name) => !ofRecords.includes(name)),
    );
  });

  it('is empty, with totals of 0, where there is nothing', async () => {
    const { list } = await newCompanyWithList();

    expect(await list()).toMatchObject({
      success: true,
      data: [],
      pagination: { page: 1, per_page: 50, total: 0, total_pages: 0 },
    });
    expect(await list({ page: 3, per_page: 7 })).toMatchObject({
      data: [],
      pagination: { page: 3, per_page: 7, total: 0, total_pages: 0 },
    });
  });

  it('has each record once, in order, on pages of any size, and true totals', async () => {
    const { list, keysOf, record, inOrder } = await newCompanyWithList();
    const made: unknown[] = [];
    // Records of the same moment are sorted by their ids.
    for (const at of [SECOND_BEFORE, SECOND_BEFORE, MOMENT, MOMENT, SECOND_AFTER])
      made.push(await record({ at }));

    for (const per_page of [1, 2, 3, 4, 5, 6]) {
      const pages = Math.ceil(made.length / per_page);
      const found: unknown[] = [];
      for (let page = 1; page <= pages + 1; page += 1) {
        const body = await list({ page, per_page });
        expect(body.pagination).toEqual({ page, per_page, total: 5, total_pages: pages });
        found.push(keysOf(body));
      }
      const expected = inOrder(made);
      expect(found).toEqual(
        Array.from({ length: pages + 1 }, (_, n) =>
          expected.slice(n * per_page, (n + 1) * per_page),
        ),
      );
    }
  });

  it('is empty past its end, however far, with true totals', async () => {
    const { list, record } = await newCompanyWithList();
    await record();

    for (const page of [2, 3, 100_000, Number.MAX_SAFE_INTEGER]) {
      expect(await list({ page, per_page: 100 })).toMatchObject({
        data: [],
        pagination: { page, per_page: 100, total: 1, total_pages: 1 },
      });
    }
  });

  it('serves more than 100 records a page as 100', async () => {
    const { list } = await newCompanyWithList();

    for (const per_page of ['101', '5000', '9007199254740993', '1'.padEnd(25, '0')])
      expect((await list({ per_page })).pagination.per_page).toBe(100);
  });

  it('has nothing of other companies and other records', async () => {
    const one = await newCompanyWithList();
    const other = await newCompanyWithList();
    const mine = await one.record();
    const theirs = await other.record();
    const beside = await one.parent();
    if (beside) await one.record({}, beside);

    expect(await one.keys()).toEqual([mine]);
    expect(await other.keys()).toEqual([theirs]);
  });

  if (parameters.includes('ids')) {
    it('answers ids with the records that have them, and leaves out ids without a record', async () => {
      const { keys, record, inOrder } = await newCompanyWithList();
      const other = await newCompanyWithList();
      const made = [await record(), await record(), await record()];
      const theirs = await other.record();

      const asked = [made[2], made[0], theirs, 999_999_999, made[0]];
      expect(await keys({ ids: asked.join(',') })).toEqual(inOrder([made[0], made[2]]));
      expect(await keys({ ids: theirs })).toEqual([]);
    });
  }

  if (remove) {
    it('has nothing that was removed, whatever the filter', async () => {
      const company = await newCompanyWithList();
      for (const name of ['page', ...names]) {
        const filter = name === 'page' ? undefined : await company.filter(name);
        const query = { [name]: filter?.value ?? 1 };
        const kept = await company.record(filter?.matching);
        await company.remove(await company.record(filter?.matching));

        expect(await company.keys(query)).toContain(kept);
        await company.remove(kept);
        expect(await company.keys(query)).not.toContain(kept);
      }
    });
  }

  for (const name of names) {
    it(`answers ${name} with what it names, page by page`, async () => {
      const { keys, list, keysOf, record, inOrder, filter } = await newCompanyWithList();
      const { value, matching, other } = await filter(name);
      const made = [await record(matching), await record(other), await record(matching)];
      const expected = name === 'updated_since' ? [made[0], made[2]] : inOrder([made[0], made[2]]);

      expect(await keys({ [name]: value })).toEqual(expected);
      for (const [at, each] of expected.entries()) {
        const body = await list({ [name]: value, page: at + 1, per_page: 1 });
        expect(keysOf(body)).toEqual([each]);
        expect(body.pagination).toEqual({ page: at + 1, per_page: 1, total: 2, total_pages: 2 });
      }
      expect(await list({ [name]: value, page: 3, per_page: 1 })).toMatchObject({
        data: [],
        pagination: { page: 3, total: 2, total_pages: 2 },
      });
    });

    it(`answers ${name} with nothing where nothing is named`, async () => {
      const { list, record, filter } = await newCompanyWithList();
      const { value, other } = await filter(name);
      await record(other);

      expect(await list({ [name]: value })).toMatchObject({
        data: [],
        pagination: { page: 1, per_page: 50, total: 0, total_pages: 0 },
      });
    });
  }

  const pairs = names.flatMap((one, at) => names.slice(at + 1).map((two) => [one, two] as const));
  for (const [one, two] of pairs) {
    it(`answers ${one} and ${two} with what both name`, async () => {
      const { keys, record, filter } = await newCompanyWithList();
      const [first, second] = [await filter(one), await filter(two)];
      if (haveSameFields(first, second)) return;
      const both = await record({ ...first.matching, ...second.matching });
      await record({ ...first.matching, ...second.other });
      await record({ ...second.matching, ...first.other });
      await record({ ...first.other, ...second.other });

      expect(await keys({ [one]: first.value, [two]: second.value })).toEqual([both]);
    });
  }

  it('answers all filters together with what all of them name', async () => {
    const { keys, record, filter } = await newCompanyWithList();
    const all: (readonly [name: string, filter: Filter])[] = [];
    for (const name of names) {
      const each = await filter(name);
      if (!all.some(([, earlier]) => haveSameFields(earlier, each))) all.push([name, each]);
    }
    const matching = Object.assign({}, ...all.map(([, each]) => each.matching)) as Given;
    const sought = await record(matching);
    for (const [, { other }] of all) await record({ ...matching, ...other });

    const query = Object.fromEntries(all.map(([name, { value }]) => [name, value]));
    expect(await keys(query)).toEqual([sought]);
  });

  if (parameters.includes('created_after')) describeTimes(newCompanyWithList);
  for (const field of searched) describeSearch(field, newCompanyWithList);
}
