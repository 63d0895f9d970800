import {
  MAX_CONNECTIONS_PER_ROLE,
  MIGRATION_POOL_SIZE,
  POOL_SIZE,
  PROCESSES,
} from '@svc/contracts';
import type { IDeploymentSpec } from 'kubernetes-models/apps/v1/DeploymentSpec';
import type { IHorizontalPodAutoscalerSpec } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscalerSpec';
import type { IContainer } from 'kubernetes-models/v1/Container';
import {
  describeManifests,
  ofKind,
  OVERLAYS,
  podsOf,
  processesOf,
  render,
  type Manifest,
  type Pod,
} from './render';

type Rule = readonly [rule: string, holds: (pod: Pod, container: IContainer) => boolean];

/** The restricted Pod Security Standard, and our additions. */
const RESTRICTED: readonly Rule[] = [
  ['no namespace of the host', ({ spec }) => !spec.hostNetwork && !spec.hostPID && !spec.hostIPC],
  ['not privileged', (_, { securityContext }) => !securityContext?.privileged],
  [
    'no more rights than it starts with',
    (_, { securityContext }) => securityContext?.allowPrivilegeEscalation === false,
  ],
  [
    'no capabilities',
    (_, { securityContext: { capabilities } = {} }) =>
      JSON.stringify(capabilities) === JSON.stringify({ drop: ['ALL'] }),
  ],
  ['no port of the host', (_, { ports = [] }) => ports.every(({ hostPort }) => !hostPort)],
  [
    'volumes of the harmless kinds',
    ({ spec }) =>
      (spec.volumes ?? []).every(({ name, ...kind }) =>
        Object.keys(kind).every((each) =>
          ['configMap', 'emptyDir', 'projected', 'secret', 'persistentVolumeClaim'].includes(each),
        ),
      ),
  ],
  [
    'not root',
    ({ spec: { securityContext } }) =>
      securityContext?.runAsNonRoot === true && Number(securityContext.runAsUser) > 0,
  ],
  [
    'the system calls of the runtime’s default profile',
    ({ spec: { securityContext } }) => securityContext?.seccompProfile?.type === 'RuntimeDefault',
  ],
  [
    'a root file system that is read only',
    (_, { securityContext }) => securityContext?.readOnlyRootFilesystem === true,
  ],
  ['no token', ({ spec }) => spec.automountServiceAccountToken === false],
  ['no variables of Services', ({ spec }) => spec.enableServiceLinks === false],
  [
    'requests and limits',
    (_, { resources: { requests = {}, limits = {} } = {} }) =>
      [requests, limits].every((each) => 'cpu' in each && 'memory' in each),
  ],
];

const named = (manifests: readonly Manifest[], kind: string, name: string): Manifest => {
  const found = ofKind(manifests, kind).find(({ metadata }) => metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}.`);
  return found;
};

describeManifests.each(OVERLAYS)('the pods of overlay %s', (overlay) => {
  const manifests = describeManifests === describe ? render(`overlays/${overlay}`) : [];

  it.each(RESTRICTED)('have %s', (_, holds) => {
    const broken = podsOf(manifests).flatMap((pod) =>
      pod.containers
        .filter((container) => !holds(pod, container))
        .map((container) => `${pod.name}/${container.name}`),
    );

    expect(broken).toEqual([]);
  });

  it('live in a namespace that takes no others', () => {
    const [namespace] = ofKind(manifests, 'Namespace');

    expect(namespace?.metadata.labels).toMatchObject({
      'pod-security.kubernetes.io/enforce': 'restricted',
    });
  });

  it.each(PROCESSES)('%s runs as user 10001 with nothing to write to', (name) => {
    const { spec } = processesOf(manifests).find((pod) => pod.name === name) as Pod;

    expect(spec.securityContext).toMatchObject({ runAsUser: 10001, runAsGroup: 10001 });
    expect((spec.volumes ?? []).every(({ secret }) => secret)).toBe(true);
    expect(spec.serviceAccountName).toBe(name);
    expect(named(manifests, 'ServiceAccount', name)).toMatchObject({
      automountServiceAccountToken: false,
    });
  });

  it.each(PROCESSES)('%s is probed, waits for its schema, drains and is spread', (name) => {
    const { spec } = processesOf(manifests).find((pod) => pod.name === name) as Pod;
    const [main] = spec.containers;
    const [init] = spec.initContainers ?? [];
    const metrics = main?.ports?.find((port) => port.name === 'metrics');

    expect(metrics?.containerPort).toBe(9090);
    expect(main?.livenessProbe?.httpGet).toEqual({ path: '/livez', port: 'metrics' });
    expect(main?.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'metrics' });
    expect(init).toMatchObject({ args: ['await-schema'], image: main?.image });
    expect(spec.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey)).toEqual([
      'topology.kubernetes.io/zone',
      'kubernetes.io/hostname',
    ]);
    // Requests in flight have 30 seconds, after DRAIN_SECONDS.
    const platform = ofKind(manifests, 'ConfigMap').find(({ metadata }) =>
      metadata.name.startsWith('platform-'),
    );
    expect(platform?.data?.['DRAIN_SECONDS']).toBe('5');
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(5 + 30);
  });

  it.each(PROCESSES)('%s has two replicas or more, and loses one at a time', (name) => {
    const deployment = named(manifests, 'Deployment', name).spec as IDeploymentSpec;
    const scaling = named(manifests, 'HorizontalPodAutoscaler', name)
      .spec as IHorizontalPodAutoscalerSpec;

    expect(scaling.scaleTargetRef).toMatchObject({ kind: 'Deployment', name });
    expect(scaling.minReplicas).toBeGreaterThanOrEqual(2);
    if (deployment.replicas !== undefined) expect(deployment.replicas).toBe(scaling.minReplicas);
    expect(deployment.strategy?.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    expect(named(manifests, 'PodDisruptionBudget', name).spec).toEqual({
      maxUnavailable: 1,
      selector: deployment.selector,
    });
  });

  it('have a Job that migrates every context', () => {
    const migrate = podsOf(manifests).find(({ name }) => name === 'migrate') as Pod;

    expect(migrate.containers.map(({ name }) => name)).toEqual([...PROCESSES]);
    for (const { name, args, image } of migrate.containers) {
      expect([args, image]).toEqual([
        ['migrate'],
        expect.stringContaining(`field-service/${name}:`),
      ]);
    }
  });
});

describeManifests('connections to PostgreSQL', () => {
  it('suffice in the demo for the replicas of each role, and one more', () => {
    const manifests = render('overlays/demo');

    for (const { spec } of ofKind(manifests, 'HorizontalPodAutoscaler')) {
      const { maxReplicas } = spec as IHorizontalPodAutoscalerSpec;
      const ofAll = (maxReplicas + 1) * (POOL_SIZE + MIGRATION_POOL_SIZE + 1);
      expect(ofAll).toBeLessThanOrEqual(MAX_CONNECTIONS_PER_ROLE);
    }
    expect(podsOf(manifests).find(({ name }) => name === 'postgres')?.containers[0]?.args).toEqual([
      '-c',
      `max_connections=${PROCESSES.length * MAX_CONNECTIONS_PER_ROLE + 48}`,
    ]);
  });

  it('suffice in production for the poolers and for those who go past them', () => {
    const manifests = render('overlays/production');
    const pooler = named(manifests, 'Pooler', 'postgres-pooler').spec as {
      readonly instances: number;
      readonly pgbouncer: { readonly parameters: { readonly default_pool_size: string } };
    };
    const { maxReplicas } = named(manifests, 'HorizontalPodAutoscaler', 'gateway')
      .spec as IHorizontalPodAutoscalerSpec;
    const pooled = pooler.instances * Number(pooler.pgbouncer.parameters.default_pool_size);
    // One lasting session per gateway, and two migrations: the Job and one starting process.
    const past = maxReplicas + 1 + 2 * MIGRATION_POOL_SIZE;

    expect(pooled + past).toBeLessThanOrEqual(MAX_CONNECTIONS_PER_ROLE);
    const { managed } = named(manifests, 'Cluster', 'postgres').spec as {
      readonly managed: { readonly roles: readonly { connectionLimit: number; name: string }[] };
    };
    expect(managed.roles.map(({ name, connectionLimit }) => [name, connectionLimit])).toEqual(
      PROCESSES.map((name) => [name, MAX_CONNECTIONS_PER_ROLE]),
    );
  });
});
