import { defineResponse, defineNamedResponse } from './responses';
import type { View } from './view';

const view: View = { zone: 'America/New_York', showsTechnicians: false };

interface Truck {
  readonly id: number;
  readonly plate: string | null;
  readonly seenAt: Date;
  readonly soldAt: Date | null;
  readonly driver: string;
}

const truckAnswer = defineNamedResponse(
  'Truck',
  (truck: Truck, { zone, showsTechnicians }, show) => ({
    truck_id: show.id(truck.id),
    plate: show.optionalText(truck.plate, 'As on the truck.'),
    seen_at: show.timestamp(truck.seenAt, zone, 'Last.'),
    sold_at: show.optionalTimestamp(truck.soldAt, zone),
    driver_name: show.optionalText(showsTechnicians ? truck.driver : null),
  }),
);

const truck: Truck = {
  id: 7,
  plate: null,
  seenAt: new Date('2026-03-09T18:30:00.900Z'),
  soldAt: null,
  driver: 'Ada',
};

const shown = {
  truck_id: 7,
  plate: null,
  seen_at: '2026-03-09T14:30:00-04:00',
  sold_at: null,
  driver_name: null,
};

it('presents a record as its caller sees it, field by field in the declared order', () => {
  expect(JSON.stringify(truckAnswer.present(truck, view))).toBe(JSON.stringify(shown));
  expect(truckAnswer.present(truck, { zone: 'UTC', showsTechnicians: true })).toMatchObject({
    seen_at: '2026-03-09T18:30:00+00:00',
    driver_name: 'Ada',
  });
  expect(truckAnswer.presentAll([truck, truck], view)).toEqual([shown, shown]);
});

const fleetAnswer = defineResponse(
  (fleet: { first: Truck; trucks?: readonly Truck[]; depotId?: number }, each, show) => ({
    first: show.part(truckAnswer, fleet.first, each),
    trucks: show.listIfAny(truckAnswer, fleet.trucks, each),
    depot_id: show.idIfAny(fleet.depotId),
    state: show.textOfLength(2, 'NY'),
    colour: show.oneOf(['red', 'blue'], 'blue'),
    second_colour: show.optionalOneOf(['red', 'blue'], null),
  }),
);

it('presents the records inside another, and leaves out what this answer does not have', () => {
  const rest = { state: 'NY', colour: 'blue', second_colour: null };
  const sent = (fleet: object) => JSON.parse(JSON.stringify(fleet)) as unknown;

  expect(sent(fleetAnswer.present({ first: truck }, view))).toEqual({ first: shown, ...rest });
  expect(sent(fleetAnswer.present({ first: truck, trucks: [truck], depotId: 3 }, view))).toEqual({
    first: shown,
    trucks: [shown],
    depot_id: 3,
    ...rest,
  });
});
