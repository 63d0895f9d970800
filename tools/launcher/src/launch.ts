import { once } from 'node:events';
import { join } from 'node:path';
import type { DatabaseSchema } from '@svc/local-servers';
import { printAddresses } from './addresses';
import { startBuilder } from './builder';
import { openDataFolder, withLock } from './data-folder';
import { applyDemo, type Demo } from './demo/apply-demo';
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
    const company = options.demo ? demoCompanyIn(root) : undefined;
    const receiver = company && (await startDemoReceiver({ ...company.week, folder, env, report }));
    let playing: Promise<void> | undefined;
    try {
      const start = { ...request, settings, secrets, programs, folder, processes, receiver };
      const system = await startSystem(start);
      const demo = company && (await demoOf(start, system, company));
      const publish = () =>
        folder.write('run.json', createRunFile(system, { processes, secrets, demo }));
      publish();
      if (options.watch) watchSources(options.watch, start);
      processes.keepAlive(publish);
      printAddresses(system, demo, report);
      playing = company && playWeek(weekOptionsOf(start, system, company));
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
    report(`${name} was saved; starting it again`);
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
  readonly manifest: DemoManifest;
  readonly week: Week;
}

const demoCompanyIn = (root: string): DemoCompany => ({
  manifest: readDemoManifest(join(root, 'deploy/demo/company.yaml')),
  week: readWeek(join(root, 'deploy/demo/week.yaml')),
});

const demoOf = (
  { root, folder, secrets, report, signal }: Start,
  { admin }: System,
  company: DemoCompany,
): Promise<Demo> =>
  applyDemo({
    ...company,
    fsm: join(root, 'dist/fsm/main.js'),
    folder,
    admin: { url: admin, token: secrets.adminToken },
    now: () => new Date(),
    report,
    signal,
  });

const weekOptionsOf = (
  { folder, secrets, receiver, report, signal }: Start,
  { admin, gateway }: System,
  company: DemoCompany,
) => ({
  ...company,
  folder,
  gateway,
  admin: { url: admin, token: secrets.adminToken },
  receiver: receiver?.url,
  report,
  signal,
});
