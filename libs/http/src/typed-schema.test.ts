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

interface TruckBody {
  readonly plate: string;
  readonly colour?: 'red' | 'blue' | null;
  readonly seats?: number;
  readonly loads: readonly { readonly name: string; readonly weight: number }[];
}

const plate = fields.text().required();
const colour = fields.oneOf(['red', 'blue']).allow(null);
const seats = fields.integer(1, 9).default(2);
const load = { name: fields.text().required(), weight: fields.withType<unknown>()(Joi.any()) };
const loads = fields.array(fields.object(load)).required();

it('is of the type that its sender declares', () => {
  // This compiles, and nothing below does.
  const body = fields.declaredObject<TruckBody>()({ plate, colour, seats, loads });
  expect(body.validate({ plate: 'X 1', loads: [] }).value).toEqual({
    plate: 'X 1',
    seats: 2,
    loads: [],
  });

  const truckOf = fields.declaredObject<TruckBody>();
  const { name, weight } = load;
  const [light, heavy] = [{ name }, { name, weight, length: fields.integer() }];
  // @ts-expect-error A field is missing.
  truckOf({ plate, colour, seats });
  // @ts-expect-error An optional one is missing.
  truckOf({ plate, seats, loads });
  // @ts-expect-error Nobody sends it.
  truckOf({ plate, colour, seats, loads, depot: fields.text() });
  // @ts-expect-error Nobody sends it, wherever it is written.
  truckOf({ ...{ plate, colour, seats, loads, depot: fields.text() } });
  // @ts-expect-error It is a text.
  truckOf({ plate: fields.integer().required(), colour, seats, loads });
  // @ts-expect-error It may be null.
  truckOf({ plate, colour: fields.oneOf(['red', 'blue']), seats, loads });
  // @ts-expect-error There is another colour.
  truckOf({ plate, colour: fields.oneOf(['red', 'blue', 'green']).allow(null), seats, loads });
  // @ts-expect-error It is always sent.
  truckOf({ plate: fields.text(), colour, seats, loads });
  // @ts-expect-error It is not always sent.
  truckOf({ plate, colour, seats: fields.integer(1, 9).required(), loads });
  // @ts-expect-error A load has a weight.
  truckOf({ plate, colour, seats, loads: fields.array(fields.object(light)).required() });
  // @ts-expect-error A load has no length.
  truckOf({ plate, colour, seats, loads: fields.array(fields.object(heavy)).required() });
});
