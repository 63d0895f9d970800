import {
  INTERNAL_READS,
  type AssetSummary,
  type CustomerSummary,
  type LocationSummary,
  type TechnicianSummary,
} from '@svc/contracts';
import { defineProjection } from './projection';

export const createCustomerNames = defineProjection<CustomerSummary, 'customers'>({
  name: 'customer-names',
  owner: 'customers',
  path: INTERNAL_READS.customers,
  table: 'customer_names',
  id: 'customer_id',
  fields: ['customer_name', 'search_text', 'deleted'],
});

export const createLocationNames = defineProjection<LocationSummary, 'customers'>({
  name: 'location-names',
  owner: 'customers',
  path: INTERNAL_READS.locations,
  table: 'location_names',
  id: 'location_id',
  fields: ['location_name', 'city', 'search_text', 'customer_id'],
});

export const createTechnicianNames = defineProjection<TechnicianSummary, 'technicians'>({
  name: 'technician-names',
  owner: 'technicians',
  path: INTERNAL_READS.technicians,
  table: 'technician_names',
  id: 'technician_id',
  fields: ['technician_name', 'status'],
});

export const createAssetSummaries = defineProjection<AssetSummary, 'assets'>({
  name: 'asset-cards',
  owner: 'assets',
  path: INTERNAL_READS.assets,
  table: 'asset_cards',
  id: 'asset_id',
  fields: ['asset_tag', 'asset_name', 'asset_status', 'deleted'],
});
