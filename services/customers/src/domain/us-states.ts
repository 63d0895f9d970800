interface Centroid {
  readonly latitude: number;
  readonly longitude: number;
}

const CENTROIDS: ReadonlyMap<string, Centroid> = new Map(
  Object.entries({
    AL: [32.806671, -86.79113],
    AK: [64.200841, -149.493673],
    AZ: [34.048928, -111.093731],
    AR: [34.799999, -92.199997],
    CA: [36.778261, -119.417932],
    CO: [39.550051, -105.782067],
    CT: [41.603221, -73.087749],
    DE: [38.910832, -75.52767],
    DC: [38.907192, -77.036871],
    FL: [27.664827, -81.515754],
    GA: [32.165622, -82.900075],
    HI: [19.898682, -155.665857],
    ID: [44.068202, -114.742041],
    IL: [40.633125, -89.398528],
    IN: [40.267194, -86.134902],
    IA: [41.878003, -93.097702],
    KS: [39.011902, -98.484246],
    KY: [37.839333, -84.270018],
    LA: [30.984298, -91.962333],
    ME: [45.253783, -69.445469],
    MD: [39.045755, -76.641271],
    MA: [42.407211, -71.382437],
    MI: [44.314844, -85.602364],
    MN: [46.729553, -94.6859],
    MS: [32.354668, -89.398528],
    MO: [37.964253, -91.831833],
    MT: [46.879682, -110.362566],
    NE: [41.492537, -99.901813],
    NV: [38.80261, -116.419389],
    NH: [43.193852, -71.572395],
    NJ: [40.058324, -74.405661],
    NM: [34.51994, -105.87009],
    NY: [43.299428, -74.217933],
    NC: [35.759573, -79.0193],
    ND: [47.551493, -101.002012],
    OH: [40.417287, -82.907123],
    OK: [35.007752, -97.092877],
    OR: [43.804133, -120.554201],
    PA: [41.203322, -77.194525],
    RI: [41.580095, -71.477429],
    SC: [33.836081, -81.163725],
    SD: [43.969515, -99.901813],
    TN: [35.517491, -86.580447],
    TX: [31.968599, -99.901813],
    UT: [39.32098, -111.093731],
    VT: [44.558803, -72.577841],
    VA: [37.431573, -78.656894],
    WA: [47.751074, -120.740139],
    WV: [38.597626, -80.454903],
    WI: [43.78444, -88.787868],
    WY: [43.075968, -107.290284],
    AS: [-14.270972, -170.132217],
    GU: [13.444304, 144.793731],
    MP: [15.097865, 145.673887],
    PR: [18.220833, -66.590149],
    VI: [18.335765, -64.896335],
    UM: [19.279563, 166.649936],
    FM: [6.963891, 158.208969],
    MH: [7.089725, 171.380277],
    PW: [7.341894, 134.479159],
    // Mail of the armed forces goes through the post office of its region: Miami, New York, San Francisco.
    AA: [25.79065, -80.34365],
    AE: [40.6446, -73.7797],
    AP: [37.61899, -122.38198],
  }).map(([state, [latitude = 0, longitude = 0]]) => [state, { latitude, longitude }]),
);

/**
 * The postal codes of the states, the District of Columbia, the territories, the freely associated states
 * and the regions of the armed forces.
 */
export const STATES: readonly string[] = [...CENTROIDS.keys()];

/** The middle of a state, or the post office of an island state or a region of the armed forces. */
export function findCentroid(state: string): Centroid {
  const centroid = CENTROIDS.get(state);
  if (!centroid) throw new RangeError(`${state} is not a state.`);
  return centroid;
}
