import { createServer } from 'node:net';
import { eventually } from '@svc/testing';
import { pidOf, runFile } from './platform';

/** Kills NATS and takes its port, so that whoever starts it again fails; answers how to let go. */
export async function killNats(): Promise<() => Promise<void>> {
  const port = Number(new URL(runFile().nats.url).port);
  process.kill(pidOf('nats'), 'SIGKILL');
  const squatter = createServer((socket) => socket.destroy());
  await eventually(
    () =>
      new Promise<void>((resolve, reject) => {
        squatter.once('error', reject).listen(port, '127.0.0.1', resolve);
      }),
  );
  return () => new Promise((resolve) => squatter.close(() => resolve()));
}
