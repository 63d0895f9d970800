import { toResponseSchema } from '@svc/openapi';
import { createResponse, type RecordDefinition } from '@svc/records';
import { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from '@svc/testing';
import type { Description } from 'joi';

export interface DeclaredRecord {
  readonly record: RecordDefinition;
  /** The fields of its table in the specification, each with its type there: `string or null`. */
  readonly specified: Readonly<Record<string, string>>;
  readonly added: Readonly<Record<string, string>>;
  readonly otherColumns?: readonly string[];
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
}

const SQL_TYPES: Readonly<Record<string, readonly string[]>> = {
  integer: ['bigint', 'integer', 'smallint'],
  number: ['double precision', 'numeric'],
  string: ['text'],
  boolean: ['boolean'],
  date: ['date'],
  timestamp: ['timestamp with time zone'],
  array: ['ARRAY', 'json', 'jsonb'],
};

export function describeDeclaredRecords(
  options: TestDatabaseOptions,
  records: readonly DeclaredRecord[],
): void {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(options);
  });
  afterAll(() => database.close());

  const columnsOf = ({ table }: RecordDefinition): Promise<Column[]> =>
    database.db.query<Column[]>(
      `select column_name as name, data_type as type, is_nullable = 'YES' as nullable
       from information_schema.columns
       where table_schema = current_schema() and table_name = '${table}'`,
    );

  describe.each(records.map((each) => [each.record.name, each] as const))('%s', (_, declared) => {
    const { record, specified, added, otherColumns = ['changed_in'] } = declared;
    const shown = typesIn(toResponseSchema(createResponse(record)).describe());

    it('is shown with the fields of the specification, and those that are known to be added', () => {
      expect(shown).toEqual({ ...specified, ...added });
    });

    it('has the columns of its table', async () => {
      const names = (await columnsOf(record)).map(({ name }) => name);

      expect(names.toSorted()).toEqual(
        [
          ...Object.values(record.columns),
          ...Object.keys(record.derive),
          ...otherColumns,
        ].toSorted(),
      );
    });

    it('has fields of the types of their columns, null where those may be', async () => {
      const columns = new Map((await columnsOf(record)).map((column) => [column.name, column]));

      for (const { apiName, column: name, use, options: said } of record.named) {
        const column = columns.get(name);
        const type = shown[apiName]?.replace(' or null', '');
        if (use === 'joined' || !column) continue;
        expect([name, column.nullable]).toEqual([name, said.nullable ?? false]);
        if (type)
          expect([name, SQL_TYPES[type]]).toEqual([name, expect.arrayContaining([column.type])]);
      }
    });
  });
}

const typesIn = ({ keys }: Description): Record<string, string> =>
  Object.fromEntries(
    Object.entries(keys as Readonly<Record<string, Description>>).map(([name, field]) => [
      name,
      `${typeOf(field)}${field.allow?.includes(null) ? ' or null' : ''}`,
    ]),
  );

function typeOf({ type = 'any', rules = [], metas = [] }: Description): string {
  const { format } = Object.assign({}, ...metas) as { readonly format?: string };
  if (format === 'date-time') return 'timestamp';
  if (format === 'date') return 'date';
  return type === 'number' && (rules as { name: string }[]).some(({ name }) => name === 'integer')
    ? 'integer'
    : type;
}
