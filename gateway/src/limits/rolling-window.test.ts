import fc from 'fast-check';
import { createRollingWindow } from './rolling-window';

describe('a rolling window', () => {
  it('counts a request for exactly sixty seconds', () => {
    const window = createRollingWindow();
    window.add(1_000);

    expect(window.used(60_999)).toBe(1);
    expect(window.used(61_000)).toBe(0);
  });

  it('frees its next slot when the oldest request leaves it', () => {
    const window = createRollingWindow();
    for (const at of [0, 10_000, 20_000]) window.add(at);

    expect(window.freeAt(3, 20_000)).toBe(60_000);
    expect(window.freeAt(3, 60_000)).toBe(70_000);
    expect(window.freeAt(3, 90_000)).toBe(90_000);
  });

  it('frees a slot of a lowered limit when the surplus has left too', () => {
    const window = createRollingWindow();
    for (const at of [0, 10_000, 20_000]) window.add(at);

    expect(window.freeAt(2, 20_000)).toBe(70_000);
    expect(window.freeAt(1, 20_000)).toBe(80_000);
  });

  it('frees n slots once n requests have left it', () => {
    const window = createRollingWindow();
    window.add(0, 2);
    window.add(10_000, 20);

    expect(window.used(20_000)).toBe(22);
    expect(window.freeAt(25, 20_000, 3)).toBe(60_000);
    expect(window.freeAt(25, 20_000, 5)).toBe(60_000);
    expect(window.freeAt(25, 20_000, 6)).toBe(70_000);
    expect(window.freeAt(25, 20_000, 26)).toBe(80_000);
  });

  it('never lets more than the limit through in any sixty seconds', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 9_000 }), { maxLength: 300 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 40 }), (gaps, limit) => {
        const window = createRollingWindow();
        const taken: number[] = [];
        let at = 0;
        for (const gap of gaps) {
          at += gap;
          const since = at - 60_000;
          const inWindow = taken.filter((moment) => moment > since).length;
          expect(window.used(at)).toBe(inWindow);
          if (inWindow >= limit) continue;
          window.add(at);
          taken.push(at);
        }
      }),
    );
  });
});
