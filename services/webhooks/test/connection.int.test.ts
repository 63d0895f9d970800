import { createConnection, createServer, type AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { certificateAuthority, eventually } from '@svc/testing';
import {
  DeadlinePassed,
  NoTurnInTime,
  openConnection,
  type Connection,
} from '../src/delivery/connection';
import type { Handshake, HandshakeTurns } from '../src/delivery/handshake-turns';
import { receiver, tlsReceiver, type RawReceiver, type Receiver } from './receiver';

const REQUEST = { headers: [], body: '{}' };

let authority: Awaited<ReturnType<typeof certificateAuthority>>;
let healthy: Receiver;
/** Its handshake takes a turn more. */
let twoFlights: RawReceiver;
const connections: Connection[] = [];

beforeAll(async () => {
  authority = await certificateAuthority();
  const certificate = await authority.certify('127.0.0.1');
  healthy = await receiver(certificate);
  twoFlights = await tlsReceiver({ ...certificate, maxVersion: 'TLSv1.2' }, () => undefined);
});
beforeEach(() => void (healthy.received.length = 0));
afterEach(() => {
  for (const connection of connections.splice(0)) connection.close();
});
afterAll(async () => {
  await healthy.close();
  await twoFlights.close();
});

interface HeldTurns extends HandshakeTurns {
  /** Those that wait, once each time that something has come. */
  readonly waiting: Handshake[];
}

/** Turns that come when the test gives them. */
function heldTurns(): HeldTurns {
  const waiting: Handshake[] = [];
  return { waiting, take: (handshake) => void waiting.push(handshake), failed: () => undefined };
}

function connectionWith(
  handshakes: HandshakeTurns,
  { port }: { readonly port: number } = healthy,
): Connection {
  const connection = openConnection(
    new URL(`https://127.0.0.1:${port}/hook`),
    {
      lookup: () => undefined,
      security: createSecureContext({ ca: authority.ca }),
      endpointId: 7,
      handshakes,
    },
    { onIdle: () => undefined, onClose: () => undefined },
  );
  connections.push(connection);
  return connection;
}

/** The healthy one, at the end of a line on which nothing comes through at first. */
async function slowReceiver(silentMs: number) {
  const line = createServer((socket) => {
    const on = createConnection(healthy.port, '127.0.0.1');
    socket.on('error', () => on.destroy());
    on.on('error', () => socket.destroy());
    setTimeout(() => socket.pipe(on).pipe(socket), silentMs);
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const { port } = line.address() as AddressInfo;
  return { port, close: () => void line.close() };
}

const firstOf = ({ waiting }: HeldTurns): Promise<Handshake> =>
  eventually(() => {
    const [first] = waiting;
    if (!first) throw new Error('Nothing has come from the receiver.');
    return first;
  });

it('sends its request once the first turn of its handshake has come', async () => {
  const turns = heldTurns();
  const exchanging = connectionWith(turns).exchange(REQUEST, 60_000);
  const handshake = await firstOf(turns);
  expect(handshake).toMatchObject({ endpointId: 7 });
  expect(handshake.isOver()).toBe(false);
  expect(healthy.received).toEqual([]);

  expect(handshake.process()).toBe(true);

  expect(await exchanging).toMatchObject({ head: { status: 200 }, wasAsked: true });
});

it('takes no first turn in the second half of the time that was left, and says at its end that it had none', async () => {
  const turns = heldTurns();
  let isDone = false;
  const exchanging = connectionWith(turns)
    .exchange(REQUEST, 3_000)
    .finally(() => void (isDone = true));
  const handshake = await firstOf(turns);

  await eventually(() => expect(handshake.isOver()).toBe(true));
  expect(isDone).toBe(false);

  expect((await exchanging).error).toBeInstanceOf(NoTurnInTime);
  expect(healthy.received).toEqual([]);
});

it('takes a first turn in the second half of its time where the receiver answers only then', async () => {
  const slow = await slowReceiver(1_800);
  const turns = heldTurns();
  const exchanging = connectionWith(turns, slow).exchange(REQUEST, 3_000);
  const handshake = await firstOf(turns);

  expect(handshake.isOver()).toBe(false);
  expect(handshake.process()).toBe(true);

  expect(await exchanging).toMatchObject({ head: { status: 200 }, wasAsked: true });
  slow.close();
});

it('takes a later turn of its handshake until the end of its time, which then is a lost attempt', async () => {
  const turns = heldTurns();
  const beganAt = performance.now();
  const exchanging = connectionWith(turns, twoFlights).exchange(REQUEST, 3_000);
  (await firstOf(turns)).process();
  await eventually(() => expect(turns.waiting).toHaveLength(2));
  const [, later] = turns.waiting;

  await eventually(() => expect(performance.now() - beganAt).toBeGreaterThan(1_600));
  expect(later?.isOver()).toBe(false);

  expect((await exchanging).error).toBeInstanceOf(DeadlinePassed);
  expect(later?.isOver()).toBe(true);
});
