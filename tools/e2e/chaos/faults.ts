import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { STREAM } from '@svc/contracts';
import { toConnectionTarget } from '@svc/messaging';
import { eventually } from '@svc/testing';
import { connect } from 'nats';
import { runFile } from '../test/platform';

export type FaultGroup = 'replica' | 'store' | 'nats' | 'postgres';

export interface Victim {
  readonly group: FaultGroup;
  readonly name: string;
}

export interface Fault extends Victim {
  readonly signal: 'SIGKILL' | 'SIGSTOP';
  readonly at: number;
}

interface Process {
  readonly url: string;
  readonly pid: number;
}

function processes(): (Victim & Process)[] {
  const { services, nats, store, postgres } = runFile();
  const several = (group: FaultGroup, name: string, all: readonly Process[]) =>
    all.map((each, at) => ({ ...each, group, name: at === 0 ? name : `${name}-${at + 1}` }));
  return [
    ...Object.entries(services).flatMap(([name, { replicas = [] }]) =>
      several('replica', name, replicas),
    ),
    ...several('nats', 'nats', nats.nodes ?? [nats]),
    ...several('store', 'store', store ? [store] : []),
    ...several('postgres', 'postgres', [postgres]),
  ];
}

export const victims = (): Victim[] => processes().map(({ group, name }) => ({ group, name }));

function find(name: string): Process {
  const found = processes().find((each) => each.name === name);
  if (!found) throw new Error(`No process is named ${name}.`);
  return found;
}

/** Reads the leader from its node's name; a client waits while there is none. */
export async function findStreamLeader(): Promise<string> {
  const { nats } = runFile();
  const connection = await connect(
    toConnectionTarget((nats.nodes ?? [nats]).map(({ url }) => url)),
  );
  try {
    const { streams } = await connection.jetstreamManager({ checkAPI: false });
    const { cluster } = await eventually(() => streams.info(STREAM), { within: BACK_MS });
    const number = cluster?.leader?.split('-')[1];
    return number === '1' ? 'nats' : `nats-${number}`;
  } finally {
    await connection.close();
  }
}

const HUNG_MS = 3_000;
const BACK_MS = 60_000;

/** Kills or suspends a process, and resolves when it or its replacement is ready. */
export async function hitProcess({ group, name }: Victim, signal: Fault['signal']): Promise<Fault> {
  const { pid } = find(name);
  const fault = { group, name, signal, at: Date.now() };
  if (signal === 'SIGKILL') {
    process.kill(pid, signal);
    await eventually(() => expect(find(name).pid).not.toBe(pid), { within: BACK_MS });
    return fault;
  }
  const all = group === 'postgres' ? [pid, ...childrenOf(pid)] : [pid];
  for (const each of all) process.kill(each, signal);
  await pause(HUNG_MS);
  for (const each of all) send(each, 'SIGCONT');
  return fault;
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // The process had already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
