import { offsetOf, type Page } from '@svc/kernel';
import { LRUCache } from 'lru-cache';
import {
  aliasOf,
  keyOf,
  NEAR_THE_START,
  readPage,
  readRows,
  reversed,
  totalOf,
  whereOf,
  type Found,
  type Keyed,
  type List,
  type Total,
} from './list';
import { statement, type AnyValues, type Run } from './statement';

/** What a list that is newest first is ordered by. */
interface OrderedBy extends Keyed {
  /** As PostgreSQL writes it: a Date would lose the microseconds. */
  readonly createdAt: string;
}

/** A row of a list, with how many rows come after it: rows added before do not change that. */
interface Place extends OrderedBy {
  readonly after: number;
}

/** Places of a list that are right as long as its total and its shifts are these. */
interface Known {
  readonly counted: Required<Total>;
  /** The first row of the list, if there is one. */
  readonly newest: OrderedBy | undefined;
  readonly places: readonly Place[];
}

type Memory = LRUCache<string, Known>;

/** 5 MB at most in all. */
const LISTS_KNOWN = 100;
const PLACES_KNOWN = 500;

/** Added rows that are counted to see whether all of them are before the places that are known. */
const MOST_ADDED = 10_000;

/** A list that changes more often than this within one page is read like any other. */
const ATTEMPTS = 3;

const memories = new WeakMap<Run, Memory>();

function memoryOf(run: Run): Memory {
  let memory = memories.get(run);
  if (!memory) memories.set(run, (memory = new LRUCache({ max: LISTS_KNOWN })));
  return memory;
}

/**
 * A page that lies far from the first, counted from the nearest row whose place is known from pages
 * before: whoever reads a list page by page passes over one page each time, however long the list is.
 *
 * A place is how many rows come after a row. New rows come before it, as lists are newest first; that
 * they do is checked by counting them. Any other change that takes a row out of the list or puts one
 * into it raises the list's counter of shifts, and then its places are forgotten. Total and shifts are
 * read before and after the page: when they are the same, so were the rows all the while.
 */
export async function readFarPage<Row>(run: Run, list: List, page: Page): Promise<Found<Row>> {
  const memory = memoryOf(run);
  const { where, values } = whereOf(list);
  const name = `${list.name} ${where} ${JSON.stringify(values)}`;
  const offset = offsetOf(page);
  let counted = await totalOf(run, list);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { total } = counted;
    if (!isShiftCounted(counted)) break;
    if (offset >= total) return { rows: [], total };
    const known = await knownAt(run, list, { counted, earlier: memory.get(name) });
    const limit = Math.min(page.perPage, total - offset);
    const first = total - 1 - offset;
    const { keys, passed } = await walk(run, list, { known, first, limit });
    const [rows, now] = await Promise.all([readRows<Row>(run, list, keys), totalOf(run, list)]);
    if (isSame(now, counted)) {
      memory.set(name, passed > NEAR_THE_START ? withPlace(known, keys[0], first) : known);
      return { rows, total };
    }
    counted = now;
  }
  return readPage<Row>(run, list, page);
}

const isShiftCounted = (counted: Total): counted is Required<Total> => counted.shifts !== undefined;

const isSame = (one: Total, other: Total): boolean =>
  one.total === other.total && one.shifts === other.shifts;

function withPlace(known: Known, row: OrderedBy | undefined, after: number): Known {
  if (!row) return known;
  const place = { ...row, after };
  return { ...known, places: [...known.places, place].slice(-PLACES_KNOWN) };
}

interface Counted {
  readonly counted: Required<Total>;
  readonly earlier: Known | undefined;
}

/** What was known earlier, where it still holds. */
async function knownAt(run: Run, list: List, { counted, earlier }: Counted): Promise<Known> {
  if (earlier && isSame(earlier.counted, counted)) return earlier;
  const start = await readStart(run, list, earlier?.newest);
  const added = earlier ? counted.total - earlier.counted.total : 0;
  const holds = earlier && earlier.counted.shifts === counted.shifts && start?.newer === added;
  return { counted, newest: start, places: holds ? earlier.places : [] };
}

interface Start extends OrderedBy {
  /** How many rows come before the one that was the first. */
  readonly newer: number;
}

async function readStart(
  run: Run,
  list: List,
  { createdAt, key }: Partial<OrderedBy> = {},
): Promise<Start | undefined> {
  const { where, values } = whereOf(list);
  const text = `select ${orderedBy(list)}, (
      select count(*) from (
        select from ${list.table} where ${where} and ${isBeside(list, '>')} limit ${MOST_ADDED}
      ) added
    ) as newer
    from ${list.table} where ${where} order by ${list.order} limit 1`;
  const asked = statement<AnyValues, Start>()(`start_of_${list.name}`, text);
  const [start] = await run(asked, { ...values, createdAt, key });
  return start;
}

const orderedBy = (list: List): string =>
  `${aliasOf(list)}.created_at::text as "createdAt", ${keyOf(list)} as key`;

const isBeside = (list: List, operator: '>' | '>=' | '<='): string =>
  `(${aliasOf(list)}.created_at, ${keyOf(list)}) ${operator} (:createdAt::timestamptz, :key::bigint)`;

interface Asked {
  readonly known: Known;
  /** How many rows come after the first one of the page. */
  readonly first: number;
  readonly limit: number;
}

interface Walk {
  /** Undefined for an end of the list. */
  readonly from: Place | undefined;
  readonly isTowardsNewer: boolean;
  /** Rows that are passed over. */
  readonly passed: number;
}

/** The shortest of the walks to a page: from either end of the list, or from a place in between. */
function shortestWalk({ known, first, limit }: Asked): Walk {
  const last = first - limit + 1;
  const walks: Walk[] = [
    { from: undefined, isTowardsNewer: false, passed: known.counted.total - 1 - first },
    { from: undefined, isTowardsNewer: true, passed: last },
    ...known.places.flatMap((from) => [
      { from, isTowardsNewer: false, passed: from.after - first },
      { from, isTowardsNewer: true, passed: last - from.after },
    ]),
  ];
  return walks
    .filter(({ passed }) => passed >= 0)
    .reduce((best, each) => (each.passed < best.passed ? each : best));
}

/** The rows of a page in the order of the list, and how many were passed over to find them. */
async function walk(run: Run, list: List, asked: Asked) {
  const { from, isTowardsNewer, passed } = shortestWalk(asked);
  const { where, values } = whereOf(list);
  const beside = from ? ` and ${isBeside(list, isTowardsNewer ? '>=' : '<=')}` : '';
  const text = `select ${orderedBy(list)} from ${list.table} where ${where}${beside}
    order by ${isTowardsNewer ? reversed(list.order) : list.order} limit :limit offset :passed`;
  const question = statement<AnyValues, OrderedBy>()(`walk_${list.name}`, text);
  const given = { ...values, ...from, limit: asked.limit, passed };
  const keys = await run(question, given);
  return { keys: isTowardsNewer ? keys.reverse() : keys, passed };
}
