import { connect } from 'nats';
import { claimTestNats } from '../src';

async function connectTo(url: string) {
  const { host, username, password } = new URL(url);
  return connect({ servers: host, user: username, pass: password });
}

it('keeps the streams of two accounts apart', async () => {
  const one = await connectTo(claimTestNats().url);
  const other = await connectTo(claimTestNats().url);
  await (await one.jetstreamManager()).streams.add({ name: 'FSM', subjects: ['fsm.>'] });

  const streams = await (await other.jetstreamManager()).streams.list().next();

  expect(streams).toEqual([]);
  await Promise.all([one.close(), other.close()]);
});
