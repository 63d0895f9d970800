import centroids from './us-states.json';

interface Centroid {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Latitude and longitude of each state, territory and region of the armed forces. Mail of the latter
 * goes through the post office of Miami, New York or San Francisco.
 */
const CENTROIDS = new Map<string, Centroid>(
  Object.entries(centroids).map(([state, [latitude = 0, longitude = 0]]) => [
    state,
    { latitude, longitude },
  ]),
);

export const STATES: readonly string[] = [...CENTROIDS.keys()];

export function findCentroid(state: string): Centroid {
  const centroid = CENTROIDS.get(state);
  if (!centroid) throw new RangeError(`${state} is not a state.`);
  return centroid;
}
