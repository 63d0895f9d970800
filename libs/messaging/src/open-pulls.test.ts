import { createOpenPulls } from './open-pulls';

const BATCH = 10;

describe('open pulls', () => {
  it('want more when half of what was asked for has come, of all that are open', () => {
    const pulls = createOpenPulls(BATCH);
    expect(pulls.shouldPull()).toBe(true);
    pulls.add();

    const wanted = Array.from({ length: 6 }, () => {
      pulls.countMessage();
      return pulls.shouldPull();
    });
    pulls.add();

    expect(wanted).toEqual([false, false, false, false, true, true]);
    expect(pulls.shouldPull()).toBe(false);
  });

  it('of which one ends want no more while a later one is open', () => {
    const pulls = createOpenPulls(BATCH);
    const first = pulls.add();
    const second = pulls.add();

    pulls.remove(first);
    expect(pulls.shouldPull()).toBe(false);
    pulls.remove(second);
    expect(pulls.shouldPull()).toBe(true);
  });

  it('of which a later one has ended wait for none of those before it', () => {
    const pulls = createOpenPulls(BATCH);
    pulls.add();
    const second = pulls.add();

    pulls.remove(second);

    expect(pulls.shouldPull()).toBe(true);
  });

  it('that were forgotten end without a trace', () => {
    const pulls = createOpenPulls(BATCH);
    const forgotten = [pulls.add(), pulls.add(), pulls.add()];
    pulls.clear();
    pulls.add();

    for (const pull of forgotten) pulls.remove(pull);

    expect(pulls.shouldPull()).toBe(false);
  });

  it('take a message that nobody asked for', () => {
    const pulls = createOpenPulls(BATCH);

    pulls.countMessage();

    expect(pulls.shouldPull()).toBe(true);
  });
});
