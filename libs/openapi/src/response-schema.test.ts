import { defineResponse, defineNamedResponse } from '@svc/http';
import { toResponseSchema } from './response-schema';
import { toJsonSchema, createSchemaNames } from './json-schema';

interface Truck {
  readonly id: number;
  readonly plate: string | null;
  readonly places: readonly { readonly name: string }[];
  readonly load: number;
  readonly space: number;
  readonly seenAt: Date;
}

const placeAnswer = defineResponse((place: { name: string }, _view, show) => ({
  name: show.text(place.name.trim()),
}));

const truckAnswer = defineNamedResponse('Truck', (truck: Truck, view, show) => ({
  truck_id: show.id(truck.id),
  depot_id: show.idIfAny(truck.id),
  plate: show.optionalText(truck.plate, 'As on the truck.'),
  colour: show.oneOf(['red', 'blue'], truck.plate ? 'red' : 'blue'),
  free: show.count(truck.space - truck.load, 'space minus load.'),
  seen_at: show.timestamp(truck.seenAt, view.zone),
  first: show.part(placeAnswer, truck.places[0] ?? { name: '' }, view),
  places: show.list(placeAnswer, truck.places.slice(1), view, 'In order.'),
}));

const place = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };

it('documents what an answer shows, whatever is computed for it', () => {
  const names = createSchemaNames();

  expect(names.hoist(toJsonSchema(toResponseSchema(truckAnswer), 'response'))).toEqual({
    $ref: '#/components/schemas/Truck',
  });
  expect(names.all()['Truck']).toEqual({
    type: 'object',
    required: ['truck_id', 'plate', 'colour', 'free', 'seen_at', 'first', 'places'],
    properties: {
      truck_id: { type: 'integer', minimum: 1 },
      depot_id: { type: 'integer', minimum: 1 },
      plate: { type: ['string', 'null'], description: 'As on the truck.' },
      colour: { type: 'string', enum: ['red', 'blue'] },
      free: { type: 'integer', minimum: 0, description: 'space minus load.' },
      seen_at: { type: 'string', format: 'date-time' },
      first: place,
      places: { type: 'array', items: place, description: 'In order.' },
    },
  });
});

it.each([
  ['a value of the record', ({ id }: Truck) => id],
  ['what was made of one', ({ plate }: Truck) => `${plate}`],
  ['nothing', () => undefined],
])('refuses %s that no word of the vocabulary shows', (_, read) => {
  const silentAnswer = defineNamedResponse('Silent', (truck: Truck) => ({ truck_id: read(truck) }));

  expect(() => toResponseSchema(silentAnswer)).toThrow(
    'Silent does not present its field truck_id',
  );
});
