import { openPulls } from './open-pulls';

const BATCH = 10;

describe('open pulls', () => {
  it('want more when half of what was asked for has come, of all that are open', () => {
    const pulls = openPulls(BATCH);
    expect(pulls.isMoreWanted()).toBe(true);
    pulls.begin();

    const wanted = Array.from({ length: 6 }, () => {
      pulls.took();
      return pulls.isMoreWanted();
    });
    pulls.begin();

    expect(wanted).toEqual([false, false, false, false, true, true]);
    expect(pulls.isMoreWanted()).toBe(false);
  });

  it('of which one ends want no more while a later one is open', () => {
    const pulls = openPulls(BATCH);
    const first = pulls.begin();
    const second = pulls.begin();

    pulls.ended(first);
    expect(pulls.isMoreWanted()).toBe(false);
    pulls.ended(second);
    expect(pulls.isMoreWanted()).toBe(true);
  });

  it('of which a later one has ended wait for none of those before it', () => {
    const pulls = openPulls(BATCH);
    pulls.begin();
    const second = pulls.begin();

    pulls.ended(second);

    expect(pulls.isMoreWanted()).toBe(true);
  });

  it('that were forgotten end without a trace', () => {
    const pulls = openPulls(BATCH);
    const forgotten = [pulls.begin(), pulls.begin(), pulls.begin()];
    pulls.forget();
    pulls.begin();

    for (const pull of forgotten) pulls.ended(pull);

    expect(pulls.isMoreWanted()).toBe(false);
  });

  it('take a message that nobody asked for', () => {
    const pulls = openPulls(BATCH);

    pulls.took();

    expect(pulls.isMoreWanted()).toBe(true);
  });
});
