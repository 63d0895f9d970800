import { turnsWithin, type Turns } from './turns';

/** Asks for turns, and tells which were given in which order. */
function asking(turns: Turns<string>) {
  const given: string[] = [];
  return {
    given,
    async ask(name: string, key = 'one') {
      void turns.take(key).then((isMyTurn) => given.push(isMyTurn ? name : `not ${name}`));
      await settled();
    },
    async end(key = 'one') {
      turns.end(key);
      await settled();
    },
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const upTo = (limit: number) => (_key: string, underWay: number) => limit - underWay;

it('gives turns in order, as many at once as there is room for', async () => {
  const { given, ask, end } = asking(turnsWithin(upTo(2)));
  for (const name of ['a', 'b', 'c', 'd']) await ask(name);
  expect(given).toEqual(['a', 'b']);

  await end();
  expect(given).toEqual(['a', 'b', 'c']);

  await end();
  await end();
  await end();
  await ask('e');
  expect(given).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('lets nobody wait for another key', async () => {
  const { given, ask } = asking(turnsWithin(upTo(1)));

  await ask('a');
  await ask('b', 'two');

  expect(given).toEqual(['a', 'b']);
});

it('gives more turns at once when there is more room, and fewer when there is less', async () => {
  let limit = 1;
  const { given, ask, end } = asking(turnsWithin((_key, underWay) => limit - underWay));
  for (const name of ['a', 'b', 'c', 'd', 'e']) await ask(name);

  limit = 2;
  await end();
  expect(given).toEqual(['a', 'b', 'c']);

  limit = 1;
  await end();
  expect(given).toEqual(['a', 'b', 'c']);
  await end();
  expect(given).toEqual(['a', 'b', 'c', 'd']);
});

it('sends all away once nothing is under way and there is no room', async () => {
  let limit = 2;
  const { given, ask, end } = asking(turnsWithin((_key, underWay) => limit - underWay));
  for (const name of ['a', 'b', 'c', 'd']) await ask(name);

  limit = 0;
  await end();
  expect(given).toEqual(['a', 'b']);
  await end();
  await ask('e');

  expect(given).toEqual(['a', 'b', 'not c', 'not d', 'not e']);
});
