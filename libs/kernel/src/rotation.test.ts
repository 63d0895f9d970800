import { setImmediate as nextTurn } from 'node:timers/promises';
import { rotation } from './rotation';

/** What is done in each of the next turns of the event loop. */
async function turns(done: string[], count: number): Promise<string[]> {
  const each: string[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    await nextTurn();
    each.push(done.splice(0).join(' '));
  }
  return each;
}

it('does so many pieces of work in each turn of the event loop, and nothing at once', async () => {
  const done: string[] = [];
  const { ask } = rotation<string, string>((member) => void done.push(member), 2);
  for (const member of ['a', 'b', 'c', 'd', 'e']) ask('group', member);

  expect(done).toEqual([]);
  expect(await turns(done, 4)).toEqual(['a b', 'c d', 'e', '']);
});

it('has groups in turn, and the members of each', async () => {
  const done: string[] = [];
  const { ask } = rotation<number, string>((member) => void done.push(member), 4);
  for (const member of ['a1', 'a2', 'a3', 'a4']) ask(1, member);
  ask(2, 'b1');
  ask(3, 'c1');
  ask(3, 'c2');

  expect(await turns(done, 2)).toEqual(['a1 b1 c1 a2', 'c2 a3 a4']);
});

it('does no more in a turn where work asks again while it is done', async () => {
  const done: string[] = [];
  let asked = 0;
  const { ask } = rotation<string, string>((member) => {
    done.push(member);
    if (asked === 6) return;
    asked += 1;
    ask('group', member);
    ask('group', 'other');
  }, 2);
  ask('group', 'one');

  expect(await turns(done, 3)).toEqual(['one one', 'other one', 'other one']);
});

it('takes a member that asks twice before its turn for one', async () => {
  const done: string[] = [];
  const { ask } = rotation<string, string>((member) => void done.push(member), 2);
  ask('group', 'one');
  ask('group', 'one');

  expect(await turns(done, 1)).toEqual(['one']);
});
