import { eventually } from '@svc/testing';
import {
  MOMENT,
  newCompany,
  type ListedCursor,
  type ListingService,
  type ListInput,
  type Query,
  type Read,
} from './list-input';

interface NamedList {
  readonly list: string;
  readonly parameters: readonly string[];
}

type Listed = Readonly<Record<string, unknown>>;

const EARLIER = '2026-02-01T10:00:00Z';
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Reads a list by cursor as `.github/docs/integrators.md` describes it ("Syncing"). Other tests hold transactions open on the same server, so records appear eventually;
 * `libs/database` tests that none is missed.
 */
export function describeCursor<S extends ListingService>(
  input: ListInput<S>,
  { list, parameters }: NamedList,
  read: Read,
  serviceOf: () => S,
): void {
  const { key, remove } = input;
  const listsRemoved = parameters.includes('include');

  async function newReadCompany() {
    const company = await newCompany(input, read, serviceOf());
    async function part(query: Query) {
      const { status, body } = await company.ask(query);
      expect(status).toBe(200);
      const pagination = body.pagination as unknown as ListedCursor;
      return { data: body.data, ...pagination, pagination };
    }
    return {
      ...company,
      part,
      client(query: Query = {}) {
        let cursor = '';
        return {
          cursor: () => cursor,
          /** Reads until `count` records were returned, and expects no more. */
          async told(count: number): Promise<Listed[]> {
            const all: Listed[] = [];
            await eventually(async () => {
              for (let hasMore = true; hasMore;) {
                const page = await part({ ...query, cursor });
                all.push(...page.data);
                ({ next_cursor: cursor, has_more: hasMore } = page);
              }
              expect(all.length).toBeGreaterThanOrEqual(count);
            });
            expect(all).toHaveLength(count);
            return all;
          },
        };
      },
    };
  }

  const keysIn = (records: readonly Listed[]) => records.map((record) => record[key]);

  it('tells by cursor of all records once, and then of what changed since, as often as asked', async () => {
    const { client, record } = await newReadCompany();
    const reader = client({ per_page: 2 });
    expect(await reader.told(0)).toEqual([]);
    const made = [await record(), await record(), await record()];

    expect(keysIn(await reader.told(3)).toSorted()).toEqual(made.toSorted());
    const before = reader.cursor();
    expect(await reader.told(0)).toEqual([]);
    const late = await record({ at: EARLIER });
    expect(keysIn(await reader.told(1))).toEqual([late]);

    expect(before).not.toBe('');
    expect(keysIn(await client().told(4)).toSorted()).toEqual([...made, late].toSorted());
  });

  it('shows each record by cursor as it does on a page', async () => {
    const { client, part, record } = await newReadCompany();
    await record();

    const [told] = await client().told(1);

    expect([told]).toEqual((await part({})).data);
  });

  it('answers a cursor with the size of its page, whether there is more, and where to go on', async () => {
    const { client, part, record } = await newReadCompany();
    await record();
    await record();
    await client().told(2);

    const { pagination } = await part({ cursor: '', per_page: 1 });

    expect(pagination).toEqual({ per_page: 1, has_more: true, next_cursor: expect.any(String) });
    expect((await part({ cursor: pagination.next_cursor, per_page: 5000 })).pagination).toEqual({
      per_page: 100,
      has_more: false,
      next_cursor: expect.any(String),
    });
  });

  if (remove) {
    it('returns removed records by cursor only on request', async () => {
      const company = await newReadCompany();
      const [present, all] = [
        company.client(),
        company.client(listsRemoved ? { include: 'deleted' } : {}),
      ];
      const [kept, gone] = [await company.record(), await company.record()];
      await all.told(2);

      await company.remove(gone);

      const removed = { [key]: gone, deleted: true, updated_at: expect.any(String) };
      expect(await all.told(listsRemoved ? 1 : 0)).toEqual(listsRemoved ? [removed] : []);
      expect(keysIn(await present.told(1))).toEqual([kept]);
    });
  }

  const names = parameters.filter(
    (name) =>
      !['page', 'per_page', 'cursor', 'include', 'sort', 'external_id', 'ids'].includes(name),
  );
  it.each(names)('tells by cursor of what %s names', async (name) => {
    const { client, record, filter } = await newReadCompany();
    const { value, matching, other } = await filter(name);
    const sought = await record(matching);
    await record(other);

    expect(keysIn(await client({ [name]: value }).told(1))).toEqual([sought]);
  });

  const refusal = (field: string, message: RegExp) => ({
    status: 400,
    body: {
      error: 'validation_failed',
      errors: [{ field, message: expect.stringMatching(message) }],
    },
  });

  it('refuses a cursor of another company, of other filters, and one that is too old', async () => {
    const company = await newReadCompany();
    const another = await newReadCompany();
    const { next_cursor: cursor } = await company.part({ cursor: '' });

    expect(await another.ask({ cursor })).toMatchObject(refusal('cursor', /another company/));
    expect(await company.ask({ cursor, updated_since: MOMENT })).toMatchObject(
      refusal('cursor', /other filters/),
    );
    const { clock } = serviceOf();
    if (!clock) return;
    const issuedAt = clock.now();
    clock.set(new Date(issuedAt.getTime() + 30 * DAY_MS).toISOString());
    expect((await company.ask({ cursor })).status).toBe(200);
    clock.set(new Date(issuedAt.getTime() + 30 * DAY_MS + 1_000).toISOString());
    expect(await company.ask({ cursor })).toMatchObject(refusal('cursor', /30 days/));
  });

  it('refuses a cursor of another list or release', async () => {
    const { ask, part } = await newReadCompany();
    const { next_cursor: cursor } = await part({ cursor: '' });
    const written = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    expect(written[1]).toBe(list);
    const other = (place: number, value: unknown) =>
      Buffer.from(JSON.stringify(written.with(place, value))).toString('base64url');

    expect(await ask({ cursor: other(1, 'listOthers') })).toMatchObject(
      refusal('cursor', /another list/),
    );
    expect(await ask({ cursor: other(0, 2) })).toMatchObject(refusal('cursor', /another release/));
  });

  it('refuses page beside a cursor', async () => {
    const { ask } = await newReadCompany();

    expect(await ask({ cursor: '', page: 1 })).toMatchObject(refusal('page', /cursor/));
  });
}
