import {
  customerNames,
  locationNames,
  technicianNames,
  type Owners,
  type Projection,
} from '@svc/projections';

/** Everything this context copies from others, by what it holds. */
export interface Projections {
  readonly customers: Projection;
  readonly locations: Projection;
  readonly technicians: Projection;
}

export type ProjectionName = keyof Projections;

export const PROJECTION_NAMES = [
  'customers',
  'locations',
  'technicians',
] as const satisfies readonly ProjectionName[];

export const createProjections = (owners: Owners<'customers' | 'technicians'>): Projections => ({
  customers: customerNames(owners),
  locations: locationNames(owners),
  technicians: technicianNames(owners),
});
