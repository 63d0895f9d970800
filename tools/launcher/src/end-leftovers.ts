import { endNats, endNatsCluster, endPostgres, endProcess, endStore } from '@svc/local-servers';
import type { DataFolder } from './data-folder';
import { PROGRAM_ENDING, type Program } from './programs';
import type { RunFile } from './run-file';

export async function endLeftovers(
  folder: DataFolder,
  programs: readonly Program[],
): Promise<void> {
  const run = folder.read<RunFile>('run.json');
  await Promise.all(
    programs.map(async ({ name, main }) => {
      const service = run?.services[name];
      const running = service?.replicas ?? (service ? [service] : []);
      await Promise.all(running.map(({ pid }) => endProcess(pid, main, PROGRAM_ENDING)));
    }),
  );
  await Promise.all([
    endPostgres(folder.pathOf('postgres')),
    endNats(folder.pathOf('nats')),
    endNatsCluster(folder.pathOf('nats-cluster')),
    endStore(folder.pathOf('store')),
  ]);
  folder.remove('run.json');
}
