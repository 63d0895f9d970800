import Joi from 'joi';
import * as fields from './fields';
import type { SchemaValue } from './typed-schema';

const truckBody = fields.object({
  plate: fields.text().required().description('As on the truck.'),
  colour: fields.oneOf(['red', 'blue']).allow(null),
  seats: fields.integer(1, 9).default(2),
  seen_at: fields.timestamp(),
  depot_ids: fields.array(fields.id(), 3),
  owner: fields.object({ name: fields.text().required() }).allow(null),
  driver_id: fields.withType<number>()(Joi.any()),
});

type Same<One, Other> =
  (<Value>() => Value extends One ? 1 : 2) extends <Value>() => Value extends Other ? 1 : 2
    ? true
    : false;

it('has the type of what it reads', () => {
  const isSame: Same<
    SchemaValue<typeof truckBody>,
    {
      readonly plate: string;
      readonly colour?: 'red' | 'blue' | null | undefined;
      readonly seats: number;
      readonly seen_at?: Date | undefined;
      readonly depot_ids?: readonly number[] | undefined;
      readonly owner?: { readonly name: string } | null | undefined;
      readonly driver_id?: number | undefined;
    }
  > = true;

  const read = truckBody.validate(
    { plate: 'X 1', owner: null, seen_at: '2026-03-09T14:30:00Z' },
    { context: { zone: 'UTC' } },
  );
  expect({ isSame, read: read.value }).toEqual({
    isSame: true,
    read: { plate: 'X 1', owner: null, seats: 2, seen_at: new Date('2026-03-09T14:30:00Z') },
  });
});
