import { toPositions } from './named-values';
import {
  anyInArray,
  asJson,
  columnValues,
  statement,
  type AnyValues,
  type Json,
  type NoValues,
  type Run,
} from './statement';
import { inputRows } from './batch-queries';

describe('the names in a text', () => {
  const positions: [text: string, positional: string, names: string[]][] = [
    ['where id = :id', 'where id = $1', ['id']],
    ['(:a,:b, :a)', '($1,$2, $1)', ['a', 'b']],
    ['any(:itemIds::bigint[])', 'any($1::bigint[])', ['itemIds']],
    ['a::text = :b::text', 'a::text = $1::text', ['b']],
    [`a = ':b' and c = 'it''s :d' and e = :f`, `a = ':b' and c = 'it''s :d' and e = $1`, ['f']],
    [`a as "at :b", ":c""" = :d`, `a as "at :b", ":c""" = $1`, ['d']],
    [`to_char(at, 'HH24:MI:SS') = :at`, `to_char(at, 'HH24:MI:SS') = $1`, ['at']],
    [`data->>'a:b' = :c and d @> :e`, `data->>'a:b' = $1 and d @> $2`, ['c', 'e']],
    ['parts[1:last] || a[:from]', 'parts[1:last] || a[$1]', ['from']],
    ['-- of :a\n:b /* :c\n:d */ f(a := :e)', '-- of :a\n$1 /* :c\n:d */ f(a := $2)', ['b', 'e']],
    ['a=:a or b<:b', 'a=$1 or b<$2', ['a', 'b']],
    ['select 1', 'select 1', []],
  ];

  it.each(positions)('%s', (text, positional, names) => {
    expect(toPositions(text)).toEqual({ text: positional, names });
  });
});

describe('the values of an insert', () => {
  it('have the places of their columns', () => {
    const values = columnValues({ id: ':id', name: "coalesce(:name, '')", at: 'now()' });

    expect(values).toBe("(id, name, at) values (:id, coalesce(:name, ''), now())");
  });
});

interface Item {
  readonly id: number;
}

/** Checked by `nx typecheck`. */
export function typesOfStatements(run: Run): void {
  const COLUMNS = 'id, name';
  const FIND = statement<
    { companyId: number; ids: readonly number[]; name: string | null },
    Item
  >()(
    'find',
    `select ${COLUMNS} from items
     where company_id = :companyId and id = any(:ids::bigint[]) and name is distinct from :name`,
  );
  const companyId = 7;
  const found: Promise<Item[]> = run(FIND, { companyId, ids: [1], name: null });
  void found;
  // @ts-expect-error missing value
  void run(FIND, { companyId, ids: [1] });
  // @ts-expect-error another type
  void run(FIND, { companyId: '7', ids: [1], name: null });
  // @ts-expect-error null
  void run(FIND, { companyId: null, ids: [1], name: null });
  // @ts-expect-error misspelt
  void run(FIND, { companyID: 7, ids: [1], name: null });
  // @ts-expect-error unknown value
  void run(FIND, { companyId, ids: [1], name: null, other: 1 });
  // @ts-expect-error no values
  void run(FIND);
  // @ts-expect-error another row type
  const others: Promise<{ title: string }[]> = run(FIND, { companyId, ids: [1], name: null });
  void others;

  const typed = statement<{ companyId: number; id: number }>();
  typed('ok', `select ':no' from items where company_id = :companyId and id = :id`);
  // @ts-expect-error unknown name
  typed('more', 'select from items where company_id = :companyId and id = :id and a = :other');
  // @ts-expect-error missing name
  typed('less', 'select from items where company_id = :companyId');
  // @ts-expect-error misspelt name
  typed('wrong', `select ${COLUMNS} from items where company_id = :companyId and id = :Id`);

  typed('any', `select from items where company_id = :companyId and id = ${anyInArray(':id')}`);
  // @ts-expect-error unknown name in a fragment
  typed('any', `select from items where company_id = :companyId and id = ${anyInArray(':ids')}`);
  const each = statement<{ companyIds: readonly number[]; ids: readonly number[] }>();
  each(
    'each',
    `select ${COLUMNS}
     from ${inputRows({ company_id: ':companyIds::bigint[]', id: ':ids::bigint[]' })} join items`,
  );
  // @ts-expect-error unknown name in input rows
  each('each', `select from ${inputRows({ a: ':companyIds::bigint[]', b: ':is::bigint[]' })}`);

  typed('one', `insert into items ${columnValues({ company_id: ':companyId', no: ':id' })}`);
  // @ts-expect-error unknown inserted name
  typed('one', `insert into items ${columnValues({ company_id: ':companyId', no: ':no' })}`);
  // @ts-expect-error value that is not inserted
  typed('one', `insert into items ${columnValues({ company_id: ':companyId', no: '0' })}`);

  const hidden: string = 'id = :id and company_id = :companyId';
  // @ts-expect-error a `string` fragment hides names
  typed('hidden', `select from items where ${hidden}`);
  const atRunTime = statement<AnyValues>()('any', `select from items where ${hidden}`);
  void run(atRunTime, { id: 1, companyId });

  const now = statement<NoValues, { at: Date }>()('now', 'select now() as at');
  void run(now);
  // @ts-expect-error takes no values
  void run(now, { at: 1 });

  const ADD = statement<{ items: Json<readonly Item[]> }>()('add', 'insert … (:items)');
  void run(ADD, { items: asJson([{ id: 1 }]) });
  // @ts-expect-error JSON of another row type
  void run(ADD, { items: asJson([{ no: 1 }]) });
  // @ts-expect-error takes JSON
  void run(ADD, { items: [{ id: 1 }] });
}
