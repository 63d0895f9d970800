import { findCentroid } from '../domain/us-states';
import type { Address, Coordinates } from '../domain/location';
import type { Geocoder } from './geocoder';
import { zipCentroid } from './zip-centroids';

/** The centroid of the ZIP code, else of the state. */
export const estimate = ({ addressZip, addressState }: Address): Coordinates =>
  zipCentroid(addressZip) ?? findCentroid(addressState);

/** Needs no provider: the packaged ZIP codes of the US Census. */
export const offlineGeocoder: Geocoder = {
  isRemote: false,
  locate: async (address) => estimate(address),
  estimate,
};
