import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '@svc/local-servers';
import { connectToService } from '../src/call-service';
import { createServiceAddresses, type AcquiredAddress } from '../src/service-addresses';

const GET = { method: 'GET', path: '/', headers: {} } as const;
const POST = { ...GET, method: 'POST' } as const;

const PATIENCE_MS = 10_000;

interface Replica {
  readonly url: string;
  asked: number;
  answer: RequestListener;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const well: RequestListener = (_, response) => response.end('{}');
const reset: RequestListener = (request) => request.socket.resetAndDestroy();

async function aReplica(): Promise<Replica> {
  let server: Server | undefined;
  let port = 0;
  const replica: Replica = {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    asked: 0,
    answer: well,
    async start() {
      server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
        replica.asked += 1;
        replica.answer(request, response);
      }).listen(port, '127.0.0.1');
      await new Promise((resolve) => server?.once('listening', resolve));
      ({ port } = server.address() as AddressInfo);
    },
    async stop() {
      const stopping = server;
      stopping?.closeAllConnections();
      await new Promise((resolve) => (stopping ? stopping.close(resolve) : resolve(undefined)));
    },
  };
  await replica.start();
  return replica;
}

describe('a service with several addresses', () => {
  let replicas: readonly Replica[];
  let service: ReturnType<typeof connectToService>;
  const asked = () => replicas.map((replica) => replica.asked);

  beforeEach(async () => {
    replicas = await Promise.all([aReplica(), aReplica(), aReplica()]);
    service = connectToService(replicas.map(({ url }) => url).join(', '));
  });
  afterEach(async () => {
    await service.close();
    await Promise.all(replicas.map((replica) => replica.stop()));
  });

  it('is asked evenly, whether one after the other or at once', async () => {
    for (let count = 0; count < 30; count += 1) await service.send(GET);
    expect(asked()).toEqual([10, 10, 10]);

    await Promise.all(Array.from({ length: 30 }, () => service.send(POST)));
    expect(asked()).toEqual([20, 20, 20]);
  });

  it('is left by its caller, whose connections do not wait for a service that stops to close them', async () => {
    const ended: Promise<unknown>[] = [];
    for (const replica of replicas) {
      replica.answer = ({ socket }, response) => {
        ended.push(once(socket, 'end'));
        response.end('{}');
      };
    }
    for (let count = 0; count < 3; count += 1) await service.send(GET);

    expect(ended).toHaveLength(3);
    await Promise.all(ended);
  });

  it('is asked elsewhere where one refuses, and there again once it is back', async () => {
    const [first] = replicas;
    for (let count = 0; count < 3; count += 1) await service.send(GET);
    await first?.stop();
    // The client may not know yet that its connections have ended.
    await service.send(GET);

    for (let count = 0; count < 12; count += 1) {
      expect(await service.send(POST)).toMatchObject({ status: 200 });
    }
    expect(first?.asked).toBe(1);

    await first?.start();
    const isAskedAgain = async () => {
      await service.send(GET);
      return (first?.asked ?? 0) > 3;
    };
    expect(await waitUntil(isAskedAgain, PATIENCE_MS)).toBe(true);
  });

  it('is asked wherever one does not refuse', async () => {
    const [first, second] = replicas;
    await Promise.all([first?.stop(), second?.stop()]);

    const asking = Array.from({ length: 6 }, () => service.send(POST));

    for (const { status } of await Promise.all(asking)) expect(status).toBe(200);
  });

  it('is asked a GET once more where one resets, and nothing else twice', async () => {
    const [first, second] = replicas;
    if (first) first.answer = reset;
    if (second) second.answer = reset;

    await expect(service.send(POST)).rejects.toThrow();
    expect(asked()).toEqual([1, 0, 0]);

    // The second resets the connection; the third is unambiguous.
    expect(await service.send(GET)).toMatchObject({ status: 200 });
    expect(asked()).toEqual([1, 1, 1]);

    for (let count = 0; count < 5; count += 1) await service.send(GET);
    expect(asked()).toEqual([1, 1, 6]);
    expect(service.hasAnotherWorkingAddress()).toBe(true);
  });

  it('answers every read while all but one fail, however often they are tried again', async () => {
    const [first, second] = replicas;
    if (first) first.answer = reset;
    if (second) second.answer = reset;
    for (let known = 0; known < 2; known += 1) await expect(service.send(POST)).rejects.toThrow();

    const areTriedAgain = async () => {
      const answers = await Promise.all([service.send(GET), service.send(GET), service.send(GET)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      return asked().every((count) => count > 3);
    };

    expect(await waitUntil(areTriedAgain, PATIENCE_MS)).toBe(true);
  });

  it('is asked what only reads once more, whatever its method', async () => {
    const [first] = replicas;
    if (first) first.answer = reset;

    expect(await service.send({ ...POST, isRead: true })).toMatchObject({ status: 200 });

    expect(asked()).toEqual([1, 1, 0]);
  });

  it('is not asked where an answer says that the service is stopping, while there are others', async () => {
    const [first, ...others] = replicas;
    if (first) {
      first.answer = (_, response) => response.setHeader('Connection', 'close').end('{}');
    }

    for (let count = 0; count < 9; count += 1) await service.send(POST);
    expect(asked()).toEqual([1, 4, 4]);

    for (const other of others) await other.stop();
    await service.send(POST).catch(() => undefined);
    expect(await service.send(GET)).toMatchObject({ status: 200 });
    expect(first?.asked).toBe(2);
  });

  it('is not read further than an answer may be long, and not asked again', async () => {
    const [first] = replicas;
    const piece = Buffer.alloc(1024 * 1024, ' ');
    let pieces = 0;
    if (first) {
      first.answer = (_, response) => {
        const send = (): void =>
          void response.write(piece, (error) => error ?? ((pieces += 1), send()));
        send();
      };
    }

    await expect(service.send(GET)).rejects.toMatchObject({
      cause: { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' },
    });
    expect(asked()).toEqual([1, 0, 0]);
    // Bytes that have left the replica may be in transit.
    expect(pieces).toBeLessThan(40);
  });

  it('leaves out the one that does not answer in time', async () => {
    const [first] = replicas;
    if (first) first.answer = () => undefined;

    await expect(service.send({ ...GET, signal: AbortSignal.timeout(50) })).rejects.toThrow();
    for (let count = 0; count < 6; count += 1) {
      await service.send({ ...GET, signal: AbortSignal.timeout(5_000) });
    }
    expect(asked()).toEqual([1, 3, 3]);
  });
});

describe('the addresses of a service', () => {
  const closed: string[] = [];
  const addressesAt = (urls: string, resolve: (hostname: string) => Promise<readonly string[]>) =>
    createServiceAddresses({
      urls,
      open: ({ origin }) => origin,
      close: (origin: string) => closed.push(origin),
      resolve,
    });
  const askedNext = (addresses: ReturnType<typeof addressesAt>): string => {
    const taken = addresses.acquire();
    addresses.release(taken, 'unknown');
    return taken.link;
  };
  const linksOf = (taken: readonly AcquiredAddress<string>[]) =>
    taken.map(({ link }) => link).sort();

  it('take the next request where the fewest are under way', async () => {
    const addresses = addressesAt('http://10.0.0.1:80,http://10.0.0.2:80', async () => []);
    const [first, second] = [addresses.acquire(), addresses.acquire()];
    addresses.release(second, 'responded');

    const third = addresses.acquire();

    expect(linksOf([first, third])).toEqual(['http://10.0.0.1', 'http://10.0.0.2']);
    await addresses.close();
  });

  it('get one request at a time after a failure, until one is answered', async () => {
    const addresses = addressesAt('http://10.0.0.1:80,http://10.0.0.2:80', async () => []);
    const failed = addresses.acquire();
    addresses.release(failed, 'failed');
    expect(linksOf([addresses.acquire(), addresses.acquire()])).toEqual([
      'http://10.0.0.2',
      'http://10.0.0.2',
    ]);

    let tried: AcquiredAddress<string> | undefined;
    const isTriedAgain = () => {
      tried = addresses.acquire();
      if (tried.link !== failed.link) addresses.release(tried, 'responded');
      return tried.link === failed.link;
    };
    expect(await waitUntil(isTriedAgain, PATIENCE_MS)).toBe(true);
    expect(addresses.acquire().link).not.toBe(failed.link);
    if (tried) addresses.release(tried, 'responded');
    expect(addresses.acquire().link).toBe(failed.link);
    await addresses.close();
  });

  it('are those that its name has at present, and close once nothing is under way', async () => {
    let hosts: readonly string[] = ['10.0.0.1', '10.0.0.2'];
    const addresses = addressesAt('http://jobs:8101', async () => hosts);
    expect(
      await waitUntil(() => askedNext(addresses) === 'http://10.0.0.1:8101', PATIENCE_MS),
    ).toBe(true);
    const kept = addresses.acquire();
    expect(kept.link).toBe('http://10.0.0.2:8101');
    closed.length = 0;

    hosts = ['10.0.0.3', '10.0.0.1'];
    expect(
      await waitUntil(() => askedNext(addresses) === 'http://10.0.0.3:8101', PATIENCE_MS),
    ).toBe(true);
    expect(closed).toEqual([]);
    addresses.release(kept, 'responded');
    expect(closed).toEqual(['http://10.0.0.2:8101']);
    await addresses.close();
  }, 20_000);

  it('stay what they were while the name cannot be looked up', async () => {
    let lookUps = 0;
    const addresses = addressesAt('http://jobs:8101', async () => {
      lookUps += 1;
      if (lookUps > 1) throw new Error('no answer');
      return ['10.0.0.1'];
    });
    expect(await waitUntil(() => lookUps === 2, PATIENCE_MS)).toBe(true);

    expect(addresses.acquire().link).toBe('http://10.0.0.1:8101');
    await addresses.close();
  }, 20_000);

  describe('with names that are looked up', () => {
    const answers: { readonly name: string; readonly answer: (hosts: string[]) => void }[] = [];
    const namesAt = (urls: string) =>
      addressesAt(urls, (name) => new Promise((answer) => answers.push({ name, answer })));
    const lookedUp = () => answers.map(({ name }) => name);
    const answerTo = async (at: number, host: string): Promise<void> => {
      answers[at]?.answer([host]);
      await pass(0);
    };
    const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

    beforeEach(() => {
      jest.useFakeTimers();
      answers.length = 0;
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    it('are those of the last answer, however late it comes, as look-ups of a name do not overlap', async () => {
      const addresses = namesAt('http://jobs:8101');
      await pass(12_000);
      await answerTo(1, '10.0.0.2');
      await answerTo(0, '10.0.0.1');
      expect(lookedUp()).toEqual(['jobs']);
      expect(askedNext(addresses)).toBe('http://10.0.0.1:8101');

      await pass(6_000);
      await answerTo(1, '10.0.0.2');
      expect(askedNext(addresses)).toBe('http://10.0.0.2:8101');
      await addresses.close();
    });

    it('do not wait for the answer about another name', async () => {
      const addresses = namesAt('http://silent:8101,http://jobs:8101');
      await answerTo(1, '10.0.0.1');
      await pass(6_000);
      await answerTo(2, '10.0.0.2');

      expect(lookedUp()).toEqual(['silent', 'jobs', 'jobs']);
      expect([askedNext(addresses), askedNext(addresses)].sort()).toEqual([
        'http://10.0.0.2:8101',
        'http://silent:8101',
      ]);
      const closing = addresses.close();
      await answerTo(0, '10.0.0.3');
      await closing;
    });

    it('are looked up no more once they are closed, and the look-up under way changes nothing', async () => {
      const addresses = namesAt('http://jobs:8101');
      await answerTo(0, '10.0.0.1');
      await pass(6_000);
      closed.length = 0;

      const closing = addresses.close();
      await pass(60_000);
      await answerTo(1, '10.0.0.2');
      await closing;
      expect(closed).toEqual(['http://10.0.0.1:8101']);
      await pass(60_000);
      expect(lookedUp()).toEqual(['jobs', 'jobs']);
    });
  });
});
