import {
  assetCards,
  customerNames,
  locationNames,
  technicianNames,
  type Owners,
  type Projection,
} from '@svc/projections';

export const PROJECTION_NAMES = ['customers', 'locations', 'technicians', 'assets'] as const;
export type ProjectionName = (typeof PROJECTION_NAMES)[number];

export type Projections = Readonly<Record<ProjectionName, Projection>>;

export const createProjections = (
  owners: Owners<'customers' | 'technicians' | 'assets'>,
): Projections => ({
  customers: customerNames(owners),
  locations: locationNames(owners),
  technicians: technicianNames(owners),
  assets: assetCards(owners),
});
