import {
  createCustomerNames,
  createLocationNames,
  createTechnicianNames,
  type Projection,
  type ProjectionOwners,
} from '@svc/projections';

export const PROJECTION_NAMES = ['customers', 'locations', 'technicians'] as const;
export type ProjectionName = (typeof PROJECTION_NAMES)[number];

export type Projections = Readonly<Record<ProjectionName, Projection>>;

export const createProjections = (
  owners: ProjectionOwners<'customers' | 'technicians'>,
): Projections => ({
  customers: createCustomerNames(owners),
  locations: createLocationNames(owners),
  technicians: createTechnicianNames(owners),
});
