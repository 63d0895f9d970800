import { systemLookup } from './system-lookup';

/** A system that answers when the test says so. */
function givenSystem() {
  const asked: { host: string; answer: (addresses: string[]) => void; fail: () => void }[] = [];
  const lookup = systemLookup(
    (host) =>
      new Promise((resolve, reject) => {
        asked.push({ host, answer: resolve, fail: () => reject(new Error('no such name')) });
      }),
  );
  return { asked, lookup };
}

/** Lets everything happen that waits for nothing. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('asks for one name at a time, whether there is one or not', async () => {
  const { asked, lookup } = givenSystem();
  const first = lookup('one.example', 1);
  const second = lookup('two.example', 1);
  await settle();
  expect(asked.map(({ host }) => host)).toEqual(['one.example']);

  asked[0]?.fail();
  await expect(first).rejects.toThrow('no such name');
  await settle();
  asked[1]?.answer(['127.0.0.2']);

  expect(await second).toEqual(['127.0.0.2']);
});

it('asks once for those who want the same name, and anew later', async () => {
  const { asked, lookup } = givenSystem();
  const both = Promise.all([lookup('one.example', 1), lookup('one.example', 1)]);
  await settle();
  asked[0]?.answer(['127.0.0.1']);
  expect(await both).toEqual([['127.0.0.1'], ['127.0.0.1']]);

  void lookup('one.example', 1);
  await settle();

  expect(asked).toHaveLength(2);
});

it('refuses a name of a company at once when sixteen more of its own wait, until one of them is answered', async () => {
  const { asked, lookup } = givenSystem();
  const names = Array.from({ length: 17 }, (_, n) => `${n}.example`);
  const waiting = names.map((name) => lookup(name, 1));
  await expect(lookup('one-more.example', 1)).rejects.toThrow('not in DNS');

  await settle();
  asked[0]?.answer(['127.0.0.1']);
  await waiting[0];
  void lookup('one-more.example', 1);
  for (let answered = 1; answered <= 17; answered += 1) {
    await settle();
    asked[answered]?.answer([]);
  }

  expect(asked.at(-1)?.host).toBe('one-more.example');
});

it('asks for a name of one company next, however many of another one wait', async () => {
  const { asked, lookup } = givenSystem();
  const refused: unknown[] = [];
  const ofOne = Array.from({ length: 40 }, (_, n) =>
    lookup(`${n}.example`, 1).catch((error: unknown) => refused.push(error)),
  );
  await settle();
  expect(refused).toHaveLength(23);

  const ofOther = lookup('other.example', 2);
  asked[0]?.fail();
  await ofOne[0];
  await settle();
  asked[1]?.answer(['127.0.0.2']);

  expect(await ofOther).toEqual(['127.0.0.2']);
  for (let answered = 2; answered <= 17; answered += 1) {
    await settle();
    asked[answered]?.answer([]);
  }
  await Promise.all(ofOne);
});
