import { shouldLogFailure } from './failures-in-a-row';

it('is worth a line for the first failure, and then ever less often', () => {
  const said = Array.from({ length: 20_000 }, (_, at) => at + 1).filter(shouldLogFailure);

  expect(said).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384]);
});
