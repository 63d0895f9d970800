import { EntitySchema } from 'typeorm';
import { omitColumns, selectList, toColumns, toDatabaseRow } from './columns';

interface Truck {
  readonly id: number;
  readonly plate: string;
  readonly soldAt: Date | null;
}

const COLUMNS = toColumns(
  new EntitySchema<Truck>({
    name: 'Truck',
    columns: {
      id: { type: 'bigint', primary: true },
      plate: { type: 'text', name: 'number_plate' },
      soldAt: { type: 'timestamptz', name: 'sold_at', nullable: true },
    },
  }),
);

it('lists what a select answers under the names of the fields, from a table or its alias', () => {
  expect(selectList(COLUMNS)).toBe('id, number_plate as "plate", sold_at as "soldAt"');
  expect(selectList(omitColumns(COLUMNS, 'soldAt'), 'truck')).toBe(
    'truck.id, truck.number_plate as "plate"',
  );
});

it('writes a record by its columns', () => {
  const truck = { id: 7, plate: 'AB 12', soldAt: null, loads: [] };
  expect(toDatabaseRow(COLUMNS, truck)).toEqual({ id: 7, number_plate: 'AB 12', sold_at: null });
});
