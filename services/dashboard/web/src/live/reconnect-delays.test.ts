import { chooseReloadDelay, chooseReconnectDelay } from './reconnect-delays';

const BROWSERS = 500;

function mostInASecond(delayOf: (chance: number) => number): number {
  const perSecond = new Map<number, number>();
  for (let browser = 0; browser < BROWSERS; browser += 1) {
    const second = Math.floor(delayOf(browser / BROWSERS) / 1_000);
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
  }
  return Math.max(...perSecond.values());
}

it('spreads browsers that lost their connection together', () => {
  expect(mostInASecond((chance) => chooseReconnectDelay(0, chance))).toBeLessThanOrEqual(
    BROWSERS / 3,
  );
  expect(mostInASecond((chance) => chooseReconnectDelay(3, chance))).toBeLessThanOrEqual(
    BROWSERS / 20,
  );
  expect(mostInASecond(chooseReloadDelay)).toBeLessThanOrEqual(BROWSERS / 2);
});

it('waits at most half a minute, however often it failed', () => {
  expect([0, 1, 2, 3, 20].map((failures) => chooseReconnectDelay(failures, 1))).toEqual([
    4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
  expect(chooseReconnectDelay(20, 0)).toBe(500);
});
