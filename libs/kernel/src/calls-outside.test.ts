import { runWithCallsOutside } from './calls-outside';

it('gives an attempt up for each question, and asks it between attempts', async () => {
  const log: string[] = [];

  const result = await runWithCallsOutside(async (ask) => {
    log.push('begun');
    const question = (name: string) =>
      ask(name, async () => {
        log.push(`asked ${name}`);
        return name.length;
      });
    const sum = (await question('where')) + (await question('who')) + (await question('where'));
    log.push('ended');
    return sum;
  });

  expect(result).toBe(13);
  expect(log).toEqual(['begun', 'asked where', 'begun', 'asked who', 'begun', 'ended']);
});

it('tells the next attempt of a question that was not answered', async () => {
  let attempts = 0;

  const result = runWithCallsOutside(async (ask) => {
    attempts += 1;
    return ask('where', async () => Promise.reject(new Error('Nobody there.'))).catch(
      (error: Error) => {
        if (error.message === 'Nobody there.') return 'nowhere';
        throw error;
      },
    );
  });

  expect(await result).toBe('nowhere');
  expect(attempts).toBe(2);
});

it('makes no second attempt where the first one fails by itself', async () => {
  let attempts = 0;

  const result = runWithCallsOutside(async () => {
    attempts += 1;
    throw new Error('The disk is full.');
  });

  await expect(result).rejects.toThrow('The disk is full.');
  expect(attempts).toBe(1);
});
