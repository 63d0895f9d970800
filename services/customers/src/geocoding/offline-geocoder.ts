import { findCentroid } from '../domain/us-states';
import type { Address, Coordinates } from '../domain/location';
import type { Geocoder } from './geocoder';
import { findZipCentroid } from './zip-centroids';

export const estimate = ({ addressZip, addressState }: Address): Coordinates =>
  findZipCentroid(addressZip) ?? findCentroid(addressState);

export const offlineGeocoder: Geocoder = {
  isRemote: false,
  locate: async (address) => estimate(address),
  estimate,
};
