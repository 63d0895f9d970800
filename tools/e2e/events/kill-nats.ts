import { createServer } from 'node:net';
import { eventually } from '@svc/testing';
import { pidOf, runFile } from '../test/platform';

/** Kills NATS and takes its port, so that it cannot restart; returns a function that releases the port. */
export async function killNats(): Promise<() => Promise<void>> {
  const port = Number(new URL(runFile().nats.url).port);
  const killed = new Set<number>();
  const squatter = createServer((socket) => socket.destroy());
  await eventually(
    () => {
      // NATS may have been restarted before its port was taken.
      const pid = pidOf('nats');
      const isKilled = killed.has(pid);
      killed.add(pid);
      if (!isKilled) process.kill(pid, 'SIGKILL');
      return new Promise<void>((resolve, reject) => {
        squatter.once('error', reject).listen(port, '127.0.0.1', resolve);
      });
    },
    { within: 60_000 },
  );
  return () => new Promise((resolve) => squatter.close(() => resolve()));
}
