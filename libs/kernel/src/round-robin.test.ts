import { setImmediate as nextTurn } from 'node:timers/promises';
import { roundRobin } from './round-robin';

/** What is done at once, and in each of the next turns of the event loop. */
async function turns(done: string[], count: number): Promise<string[]> {
  const each = [done.splice(0).join(' ')];
  for (let turn = 1; turn < count; turn += 1) {
    await nextTurn();
    each.push(done.splice(0).join(' '));
  }
  return each;
}

it('does so many pieces of work in each turn of the event loop', async () => {
  const done: string[] = [];
  const { ask } = roundRobin<string, string>((member) => void done.push(member), 2);
  for (const member of ['a', 'b', 'c', 'd', 'e']) ask('group', member);

  expect(await turns(done, 4)).toEqual(['a b', 'c d', 'e', '']);

  ask('group', 'f');
  expect(await turns(done, 1)).toEqual(['f']);
});

it('does at once only what this turn has left, and nothing before those that wait', async () => {
  const done: string[] = [];
  const { ask } = roundRobin<string, string>((member) => void done.push(member), 2);
  for (const member of ['a1', 'a2', 'a3']) ask('a', member);
  expect(await turns(done, 2)).toEqual(['a1 a2', 'a3']);

  for (const member of ['b1', 'b2']) ask('b', member);
  ask('c', 'c1');
  expect(await turns(done, 2)).toEqual(['b1', 'b2 c1']);
});

it('has groups in turn, and the members of each', async () => {
  const done: string[] = [];
  const { ask } = roundRobin<number, string>((member) => void done.push(member), 4);
  for (const member of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8']) ask(1, member);
  ask(2, 'b1');
  ask(3, 'c1');
  ask(3, 'c2');

  expect(await turns(done, 3)).toEqual(['a1 a2 a3 a4', 'a5 b1 c1 a6', 'c2 a7 a8']);
});

it('does no more in a turn where work asks again while it is done', async () => {
  const done: string[] = [];
  let asked = 0;
  const { ask } = roundRobin<string, string>((member) => {
    done.push(member);
    if (asked === 6) return;
    asked += 1;
    ask('group', member);
    ask('group', 'other');
  }, 2);
  ask('group', 'one');

  expect((await turns(done, 4)).map((each) => each.split(' ').length)).toEqual([2, 2, 2, 2]);
});

it('takes a member that asks twice before its turn for one', async () => {
  const done: string[] = [];
  const { ask } = roundRobin<string, string>((member) => void done.push(member), 1);
  ask('group', 'first');
  ask('group', 'one');
  ask('group', 'one');

  expect(await turns(done, 3)).toEqual(['first', 'one', '']);
});
