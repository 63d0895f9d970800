import { once } from 'node:events';
import { join } from 'node:path';
import type { DatabaseSchema } from '@svc/local-servers';
import { printAddresses } from './addresses';
import { startBuilder } from './builder';
import { openDataFolder, withLock } from './data-folder';
import { applyDemo } from './demo/apply-demo';
import { playWeek } from './demo/play-week';
import { startDemoReceiver } from './demo/receiver';
import { readDemoManifest, readWeek, type DemoManifest, type Week } from './demo/week';
import { endLeftovers } from './end-leftovers';
import { createManagedProcesses } from './managed-processes';
import { describeEndedRelease } from './node-release';
import { listBuiltPrograms } from './programs';
import { createRunFile } from './run-file';
import { readSecrets } from './secrets';
import { readSettings } from './settings';
import { createLabels, startSystem, type Launch, type Start, type System } from './start-system';

export async function launch(request: Launch): Promise<void> {
  const { options, env, root, report, signal } = request;
  const settings = readSettings(env);
  const programs = listBuiltPrograms(join(root, 'dist'));
  const folder = openDataFolder(options.data);
  const ended = describeEndedRelease(process.version);
  if (ended) report(ended);
  await withLock(folder, async () => {
    await endLeftovers(folder, programs);
    if (options.fresh) folder.clear();
    const secrets = readSecrets(folder, settings);
    const processes = createManagedProcesses(report);
    const company = options.demo ? readDemoCompany(root) : undefined;
    const receiver = company && (await startDemoReceiver({ ...company.week, folder, env, report }));
    let playing: Promise<void> | undefined;
    try {
      const start = { ...request, settings, secrets, programs, folder, processes, receiver };
      const system = await startSystem(start);
      const demoOptions = company && createDemoOptions(start, system, company);
      const fsm = join(root, 'dist/fsm/main.js');
      const demo = demoOptions && (await applyDemo({ ...demoOptions, fsm, now: () => new Date() }));
      const publish = () =>
        folder.write('run.json', createRunFile(system, { processes, secrets, demo }));
      publish();
      if (options.watch) watchSources(options.watch, start);
      processes.keepAlive(publish);
      printAddresses(system, demo, report);
      playing =
        demoOptions &&
        playWeek({
          ...demoOptions,
          gateway: system.gateway,
          receiver: receiver?.url,
          databaseUrl: system.servers.databaseUrl,
          history: join(root, 'deploy/demo/history'),
        });
      if (!signal.aborted) await once(signal, 'abort');
      report('Stopping');
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      await playing;
      await processes.stop();
      await receiver?.close();
      folder.remove('run.json');
    }
  });
}

function watchSources(watched: readonly DatabaseSchema[] | true, start: Start): void {
  const { root, programs, options, processes, report } = start;
  const names = programs.map(({ name }) => name);
  const rebuilt = (name: DatabaseSchema) => {
    report(`${name} was saved; restarting it`);
    const renewing = createLabels(name, options.replicas).map((label) => processes.renew(label));
    Promise.all(renewing).catch((error: Error) => report(error.message));
  };
  const chosen = watched === true ? names : watched;
  const launchBuilder = () => startBuilder({ root, names: chosen, rebuilt });
  processes.add({
    name: 'builder',
    group: 'builder',
    first: launchBuilder(),
    restart: async () => launchBuilder(),
  });
  report(`Watching the sources of ${chosen.join(', ')}`);
}

interface DemoCompany {
  readonly readManifest: () => DemoManifest;
  readonly week: Week;
}

function readDemoCompany(root: string): DemoCompany {
  let manifest: DemoManifest | undefined;
  const file = join(root, 'deploy/demo/company.yaml');
  return {
    // Reading takes half a second, and only an unfinished demo needs it.
    readManifest: () => (manifest ??= readDemoManifest(file)),
    week: readWeek(join(root, 'deploy/demo/week.yaml')),
  };
}

const createDemoOptions = (
  { folder, secrets, report, signal }: Start,
  { admin }: System,
  company: DemoCompany,
) => ({
  ...company,
  folder,
  admin: { url: admin, token: secrets.adminToken },
  report,
  signal,
});
