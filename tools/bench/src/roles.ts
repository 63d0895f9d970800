import { fork } from 'node:child_process';

/**
 * The benchmark runs itself as several processes, each started with the name of its role; they talk to the
 * parent by messages.
 */

type Reply = { readonly value: unknown } | { readonly error: string };

export function handleMessages<Message>(handle: (message: Message) => Promise<unknown>): void {
  const send = (reply: Reply): void => void process.send?.(reply);
  process.on('message', (message) => {
    handle(message as Message).then(
      (value) => send({ value }),
      (error: unknown) => send({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.once('disconnect', () => process.exit(0));
}

export interface RoleProcess {
  readonly pid: number;
  request<Result>(body: unknown): Promise<Result>;
  stop(): Promise<void>;
}

export function startRole(role: string): RoleProcess {
  const child = fork(process.argv[1] ?? '', [role], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    pid: child.pid ?? 0,
    request: <Result>(body: unknown) =>
      new Promise<Result>((resolve, reject) => {
        const ended = (): void => reject(new Error(`The process ${role} ended.`));
        child.once('exit', ended);
        child.once('message', (message) => {
          child.off('exit', ended);
          const reply = message as Reply;
          if ('error' in reply) reject(new Error(`${role}: ${reply.error}`));
          else resolve(reply.value as Result);
        });
        child.send(body as object);
      }),
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
