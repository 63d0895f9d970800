import type { Collection, Operation } from '@svc/contracts';
import type { ApiClient, FixedClock } from '@svc/testing';
import type { DataSource } from 'typeorm';
import type { ListedCursor } from './list-input';
import {
  buildAddress,
  createExpectDocumented,
  startForSuite,
  type AddressedIds,
  type ContextApi,
  type ServiceUnderTest,
} from './service-under-test';

interface ServiceWithHistory extends ServiceUnderTest {
  readonly db: DataSource;
  readonly clock: FixedClock;
}

export type History<C extends Collection, S extends ServiceWithHistory> = ContextApi<C, S> & {
  readonly operation: keyof C['operations'] & string;
  readonly table: string;
  /** Creates a record as the integrator with the key 1, and returns its ids. */
  given(service: S, companyId: number): Promise<AddressedIds>;
  change(api: ApiClient, ids: AddressedIds, text: string): Promise<{ readonly status: number }>;
  readonly field: string;
  readonly first: unknown;
  readonly remove?: (service: S, companyId: number, ids: AddressedIds) => Promise<unknown>;
  readonly restore?: (service: S, companyId: number, ids: AddressedIds) => Promise<unknown>;
};

interface Entry {
  readonly version: number;
  readonly time: string;
  readonly source: string;
  readonly person_id: number | null;
  readonly changes: readonly { field: string; before: unknown; after: unknown }[];
}

interface HistoryBody {
  readonly data: readonly Entry[];
  readonly pagination: object;
}

const versionsOf = (entries: readonly Entry[]): number[] => entries.map(({ version }) => version);

let companies = 20_000;

export function describeHistory<C extends Collection, S extends ServiceWithHistory>({
  contract,
  documentation,
  start,
  operation: name,
  table,
  given,
  change,
  field,
  first,
  remove,
  restore,
}: History<C, S>): void {
  const expectDocumented = createExpectDocumented(contract, documentation);
  const operation = contract.operations[name] as Operation;
  let service: S;
  startForSuite(start, (started) => (service = started));

  async function newRecord() {
    companies += 1;
    const companyId = companies;
    const api = service.api.as({ companyId });
    const ids = await given(service, companyId);
    const read = async (query = '', asker = api) => {
      const answer = await asker.get<HistoryBody>(
        `${buildAddress(contract, operation, ids)}${query}`,
      );
      expectDocumented(name, answer.status, answer.body);
      return answer;
    };
    return {
      companyId,
      api,
      ids,
      read,
      entries: async () => (await read()).body.data,
      client(query = '') {
        let cursor = '';
        return {
          cursor: () => cursor,
          async follow(): Promise<readonly Entry[]> {
            const told: Entry[] = [];
            for (let hasMore = true; hasMore;) {
              const { status, body } = await read(`&cursor=${cursor}${query}`);
              expect(status).toBe(200);
              told.push(...body.data);
              ({ has_more: hasMore, next_cursor: cursor } = body.pagination as ListedCursor);
            }
            return told;
          },
        };
      },
      async change(text: string, as: Parameters<ApiClient['as']>[0] = {}) {
        const { status } = await change(api.as({ companyId, ...as }), ids, text);
        expect(status).toBe(200);
      },
    };
  }

  it('tells every change with time, source, person, and the field before and after, newest first', async () => {
    service.clock.set('2026-03-02T14:15:00Z');
    const record = await newRecord();
    service.clock.set('2026-03-02T15:00:00Z');
    await record.change('One', { actor: 'api_key:9' });
    service.clock.set('2026-07-02T16:00:00Z');
    await record.change('Two', { actor: 'ui', personId: 5 });

    const { status, body } = await record.read();

    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: [
        {
          version: 3,
          time: '2026-07-02T12:00:00-04:00',
          source: 'ui',
          person_id: 5,
          changes: [{ field, before: 'One', after: 'Two' }],
        },
        {
          version: 2,
          time: '2026-03-02T10:00:00-05:00',
          source: 'api_key:9',
          person_id: null,
          changes: [{ field, before: first, after: 'One' }],
        },
        {
          version: 1,
          time: '2026-03-02T09:15:00-05:00',
          source: 'api_key:1',
          person_id: null,
          changes: [],
        },
      ],
      pagination: { page: 1, per_page: 50, total: 3, total_pages: 1 },
    });
  });

  it('comes in pages of any size, with true totals', async () => {
    const record = await newRecord();
    for (const text of ['One', 'Two', 'Three', 'Four']) await record.change(text);

    for (const per_page of [1, 2, 3, 5, 6]) {
      const pages = Math.ceil(5 / per_page);
      const found: number[] = [];
      for (let page = 1; page <= pages + 1; page += 1) {
        const { body } = await record.read(`&page=${page}&per_page=${per_page}`);
        expect(body.pagination).toEqual({ page, per_page, total: 5, total_pages: pages });
        found.push(...body.data.map(({ version }) => version));
      }
      expect(found).toEqual([5, 4, 3, 2, 1]);
    }
  });

  it('keeps its order when the clock is set back', async () => {
    service.clock.set('2026-03-02T14:15:00Z');
    const record = await newRecord();
    await record.change('One');
    service.clock.set('2026-03-01T14:15:00Z');
    await record.change('Two');

    expect((await record.entries()).map(({ version }) => version)).toEqual([3, 2, 1]);
  });

  it('has one entry for each of many changes at once, each from the one before', async () => {
    const record = await newRecord();
    const keys = Array.from({ length: 10 }, (_, n) => n + 1);

    await Promise.all(keys.map((key) => record.change(`Text ${key}`, { actor: `api_key:${key}` })));

    const entries = await record.entries();
    expect(entries.map(({ version }) => version)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const changes = entries.slice(0, -1).map(({ source, changes: [only] }) => {
      expect(source).toBe(`api_key:${String(only?.after).slice('Text '.length)}`);
      return only;
    });
    changes.forEach((each, index) => {
      expect(each?.before).toBe(index < changes.length - 1 ? changes[index + 1]?.after : first);
    });
  });

  it('tells nothing of what changes nothing', async () => {
    const record = await newRecord();

    await record.change('One');
    await record.change('One');

    expect(await record.entries()).toHaveLength(2);
  });

  it('is written with the change or not at all', async () => {
    const record = await newRecord();
    await service.db.query(`alter table ${table} rename to moved_away`);

    const { status } = await change(record.api, record.ids, 'One');

    await service.db.query(`alter table moved_away rename to ${table}`);
    expect(status).toBe(500);
    expect(await record.entries()).toHaveLength(1);
    await record.change('One');
    expect(await record.entries()).toHaveLength(2);
  });

  it('returns each change by cursor once, oldest first, and later changes afterwards', async () => {
    service.clock.set('2026-03-02T14:15:00Z');
    const record = await newRecord();
    await record.change('One');
    await record.change('Two');
    const client = record.client('&per_page=2');

    expect(await client.follow()).toEqual((await record.entries()).toReversed());
    expect(await client.follow()).toEqual([]);
    service.clock.set('2026-03-01T14:15:00Z');
    await record.change('Three');
    expect(await client.follow()).toMatchObject([
      { version: 4, changes: [{ field, before: 'Two', after: 'Three' }] },
    ]);
    expect(await client.follow()).toEqual([]);
  });

  it('misses no change by cursor of many that are made meanwhile', async () => {
    const record = await newRecord();
    const client = record.client('&per_page=1');
    const told: Entry[] = [];
    let isChanging = true;
    const reading = (async () => {
      while (isChanging) told.push(...(await client.follow()));
    })();

    const texts = Array.from({ length: 10 }, (_, n) => `Text ${n}`);
    await Promise.all(texts.map((text) => record.change(text)));
    isChanging = false;
    await reading;
    told.push(...(await client.follow()));

    expect(versionsOf(told)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(told).toEqual((await record.entries()).toReversed());
  });

  it('answers updated_since with the changes of that second or later, the earliest first', async () => {
    service.clock.set('2026-03-02T14:15:00Z');
    const record = await newRecord();
    service.clock.set('2026-03-02T15:00:00.900Z');
    await record.change('One');
    service.clock.set('2026-03-02T16:00:00Z');
    await record.change('Two');
    const since = (time: string) => `&updated_since=${encodeURIComponent(time)}`;

    const { body } = await record.read(since('2026-03-02T10:00:00-05:00'));
    expect(versionsOf(body.data)).toEqual([2, 3]);
    expect(body.pagination).toEqual({ page: 1, per_page: 50, total: 2, total_pages: 1 });
    const { body: later } = await record.read(since('2026-03-02T17:00:00Z'));
    expect(later).toMatchObject({ data: [], pagination: { total: 0 } });
    const client = record.client(since('2026-03-02T15:00:00Z'));
    expect(versionsOf(await client.follow())).toEqual([2, 3]);
    await record.change('Three');
    expect(versionsOf(await client.follow())).toEqual([4]);
  });

  it('refuses a cursor of another record', async () => {
    const [one, other] = [await newRecord(), await newRecord()];
    const client = one.client();
    await client.follow();

    expect(await other.read(`&cursor=${client.cursor()}`)).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field: 'cursor' }] },
    });
  });

  it('is not there for another company, nor of a record that does not exist', async () => {
    const { companyId, read, api } = await newRecord();
    const notFound = { status: 404, body: { error: 'not_found' } };

    const nothing = buildAddress(contract, operation, { id: 999_999 });
    for (const query of ['', '&cursor=']) {
      const another = api.as({ companyId: companyId + 500_000 });
      expect(await read(query, another)).toMatchObject(notFound);
      expect(await api.get(`${nothing}${query}`)).toMatchObject(notFound);
    }
  });

  if (remove && restore) {
    it('is gone while the record is, and then tells that as well', async () => {
      const { companyId, ids, read, entries } = await newRecord();

      await remove(service, companyId, ids);
      expect(await read()).toMatchObject({ status: 404, body: { error: 'not_found' } });

      await restore(service, companyId, ids);
      expect(await entries()).toMatchObject([
        { version: 3, changes: [{ field: 'deleted', before: true, after: false }] },
        { version: 2, changes: [{ field: 'deleted', before: false, after: true }] },
        { version: 1, changes: [] },
      ]);
    });
  }
}
