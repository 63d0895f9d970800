import { once } from 'node:events';
import { join } from 'node:path';
import { DASHBOARD_PATH } from '@svc/contracts';
import { freePort, requireFree, type Schema } from '@svc/local-servers';
import { startBuilder } from './builder';
import { withLock, dataFolder, type DataFolder } from './data-folder';
import { applyDemo, type Demo } from './demo/apply-demo';
import { liveThroughWeek } from './demo/live-week';
import { startDemoReceiver, type DemoReceiver } from './demo/receiver';
import { readManifest, readWeek, type Manifest, type Week } from './demo/week';
import { addressOf, environmentOf, type Placed } from './environment';
import { fleetOf, type Fleet } from './fleet';
import { LaunchError } from './launch-error';
import { endedRelease } from './node-release';
import type { Options } from './options';
import { builtPrograms, startProgram, type Program } from './programs';
import { untilReady } from './readiness';
import { endLeftovers, type RunFile } from './run-file';
import { secretsOf, type Secrets } from './secrets';
import { prepareServers, type Servers } from './servers';
import { settingsOf, type Settings } from './settings';

export interface Launch {
  readonly options: Options;
  readonly env: NodeJS.ProcessEnv;
  /** The repository, with what is built in its `dist`. */
  readonly root: string;
  readonly report: (line: string) => void;
  /** Aborted when the system has to stop. */
  readonly signal: AbortSignal;
}

/** Starts everything, keeps it running until the signal, and leaves no process behind. */
export async function launch(request: Launch): Promise<void> {
  const { options, env, root, report, signal } = request;
  const settings = settingsOf(env);
  const programs = builtPrograms(join(root, 'dist'));
  const folder = dataFolder(options.data);
  const ended = endedRelease(process.version);
  if (ended) report(ended);
  await withLock(folder, async () => {
    await endLeftovers(folder, programs);
    if (options.fresh) folder.clear();
    const secrets = secretsOf(folder, settings);
    const fleet = fleetOf(report);
    const company = options.demo ? demoCompanyIn(root) : undefined;
    const receiver = company && (await startDemoReceiver({ ...company.week, folder, env, report }));
    let living: Promise<void> | undefined;
    try {
      const start = { ...request, settings, secrets, programs, folder, fleet, receiver };
      const system = await startSystem(start);
      const demo = company && (await demoOf(start, system, company));
      const publish = () => folder.write('run.json', runFileOf(system, { fleet, secrets, demo }));
      publish();
      if (options.watch) watchSources(options.watch, start);
      fleet.keepAlive(publish);
      printAddresses(system, demo, report);
      living = company && liveThroughWeek(livingOf(start, system, company));
      if (!signal.aborted) await once(signal, 'abort');
      report('Stopping');
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      await living;
      await fleet.stop();
      await receiver?.close();
      folder.remove('run.json');
    }
  });
}

interface Start extends Launch {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly programs: readonly Program[];
  readonly folder: DataFolder;
  readonly fleet: Fleet;
  readonly receiver: DemoReceiver | undefined;
}

interface System {
  readonly servers: Servers;
  readonly placed: readonly Placed[];
  readonly gateway: string;
  readonly admin: string;
}

/** Starts the servers, then every program at once: they wait for what they need. */
async function startSystem(start: Start): Promise<System> {
  const {
    options,
    env,
    root,
    settings,
    secrets,
    programs,
    folder,
    fleet,
    receiver,
    report,
    signal,
  } = start;
  const placed = await place(programs, options);
  const gateway = placed.find(({ name }) => name === 'gateway');
  if (gateway?.listeners.adminPort === undefined) throw new LaunchError('No gateway is built.');

  const servers = await prepareServers({
    folder,
    sharedCache: join(root, '.data/bin'),
    secrets,
    settings,
    schemas: programs.map(({ name }) => name),
    replicas: options.replicas,
    env,
    report,
    signal,
    started: (name, embedded) => fleet.add({ name, group: 'servers', ...embedded }),
  });
  signal.throwIfAborted();

  report(`Starting ${placed.map(({ label }) => label).join(', ')}`);
  const running = placed.map((each) => {
    const environment = environmentOf(each, {
      all: placed,
      servers,
      secrets,
      env,
      receiver: receiver?.variables ?? {},
    });
    const launchProgram = () =>
      startProgram({ ...each, env: environment, logs: folder.pathOf('logs') });
    const first = launchProgram();
    const group = each.name === 'gateway' ? 'gateway' : 'services';
    fleet.add({ name: each.label, group, first, restart: async () => launchProgram() });
    return { ...each, process: first };
  });
  await Promise.all(running.map((each) => untilReady(each, signal)));
  return {
    servers,
    placed,
    gateway: addressOf(gateway.listeners.port),
    admin: addressOf(gateway.listeners.adminPort),
  };
}

/** Builds programs again as they are saved, and starts what was built. */
function watchSources(watched: readonly Schema[] | true, start: Start): void {
  const { root, programs, options, fleet, report } = start;
  const names = programs.map(({ name }) => name);
  const rebuilt = (name: Schema) => {
    report(`${name} was saved; starting it again`);
    const renewing = labelsOf(name, options.replicas).map((label) => fleet.renew(label));
    Promise.all(renewing).catch((error: Error) => report(error.message));
  };
  const chosen = watched === true ? names : watched;
  const launchBuilder = () => startBuilder({ root, names: chosen, rebuilt });
  fleet.add({
    name: 'builder',
    group: 'builder',
    first: launchBuilder(),
    restart: async () => launchBuilder(),
  });
  report(`Watching the sources of ${chosen.join(', ')}`);
}

const labelsOf = (name: Schema, replicas: number): string[] =>
  Array.from({ length: replicas }, (_, at) => (at === 0 ? name : `${name}-${at + 1}`));

/** Gives each replica of a program its ports, which it keeps through every restart. */
async function place(
  programs: readonly Program[],
  { port: gatewayPort, replicas }: Options,
): Promise<Placed[]> {
  if (gatewayPort !== 0) await requireFree(gatewayPort);
  const taken = new Set([gatewayPort]);
  async function next(): Promise<number> {
    const port = await freePort();
    if (taken.has(port)) return next();
    taken.add(port);
    return port;
  }
  const placed: Placed[] = [];
  for (const program of programs) {
    const isGateway = program.name === 'gateway';
    for (const label of labelsOf(program.name, replicas)) {
      const listeners = {
        port: label === 'gateway' && gatewayPort !== 0 ? gatewayPort : await next(),
        metricsPort: await next(),
        ...(isGateway && { adminPort: await next() }),
      };
      placed.push({ ...program, label, listeners });
    }
  }
  return placed;
}

interface DemoCompany {
  readonly manifest: Manifest;
  readonly week: Week;
}

const demoCompanyIn = (root: string): DemoCompany => ({
  manifest: readManifest(join(root, 'deploy/demo/company.yaml')),
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

const livingOf = (
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

function runFileOf(
  system: System,
  {
    fleet,
    secrets,
    demo,
  }: { readonly fleet: Fleet; readonly secrets: Secrets; readonly demo: Demo | undefined },
): RunFile {
  const { servers, placed, gateway, admin } = system;
  const firsts = placed.filter(({ name, label }) => name === label);
  const services = firsts.map(({ name, listeners }) => {
    const replicas = placed.filter((each) => each.name === name);
    return [
      name,
      {
        url: addressOf(listeners.port),
        metrics: addressOf(listeners.metricsPort),
        pid: fleet.pidOf(name),
        database_url: servers.databaseUrl(name),
        ...(replicas.length > 1 && {
          replicas: replicas.map(({ label, listeners: { port, adminPort } }) => ({
            url: addressOf(port),
            pid: fleet.pidOf(label),
            ...(adminPort !== undefined && { admin: addressOf(adminPort) }),
          })),
        }),
      },
    ];
  });
  const pidOf = (name: string) => fleet.pidOf(name) ?? null;
  return {
    gateway,
    admin,
    admin_token: secrets.adminToken,
    dashboard: dashboardOf(system),
    ...(demo?.login && { dashboard_login: demo.login }),
    pid: process.pid,
    services: Object.fromEntries(services) as RunFile['services'],
    ...(servers.postgres && {
      postgres: { url: servers.postgres.url, pid: pidOf('PostgreSQL') },
    }),
    nats: {
      url: servers.nats.url,
      pid: pidOf('NATS'),
      ...(servers.nats.nodes && {
        nodes: servers.nats.nodes.map(({ name, url }) => ({ url, pid: pidOf(name) })),
      }),
    },
    ...(servers.store && { store: { url: servers.store.url, pid: pidOf('store') } }),
  };
}

const dashboardOf = ({ gateway }: System): string => `${gateway}${DASHBOARD_PATH}`;

function printAddresses(
  system: System,
  demo: Demo | undefined,
  report: (line: string) => void,
): void {
  const { gateway, placed } = system;
  report('');
  report(`Gateway    ${gateway}`);
  report(`Docs       ${gateway}/docs`);
  report(`Dashboard  ${dashboardOf(system)}`);
  if (demo?.login) report(`Sign in    ${demo.login.email} with ${demo.login.password}`);
  const metrics = placed.map(
    ({ label, listeners }) => `${label} ${addressOf(listeners.metricsPort)}`,
  );
  for (const [at, each] of metrics.entries()) {
    report(`${at === 0 ? 'Metrics' : '       '}    ${each}/metrics`);
  }
  if (demo?.apiKey) {
    report(`API key    ${demo.apiKey}`);
    report(`Try        curl -H 'X-API-Key: ${demo.apiKey}' '${gateway}/api/v1/jobs?per_page=3'`);
  } else if (demo) {
    report('API key    created by an earlier start; npm run fsm -- key create makes another');
  }
  report('');
  report('Press Ctrl-C to stop.');
}
