import { CONTEXTS, INTERNAL_ROUTES, PROCESSES, SERVICES } from '@svc/contracts';
import { createAddressGuard } from '@svc/outgoing-http';
import ipaddr from 'ipaddr.js';
import type { INetworkPolicySpec } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicySpec';
import type { INetworkPolicyPeer } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPeer';
import type { INetworkPolicyPort } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPort';
import type { IServiceSpec } from 'kubernetes-models/v1/ServiceSpec';
import {
  describeManifests,
  ofKind,
  OVERLAYS,
  podsOf,
  processesOf,
  render,
  type Manifest,
} from './render';

type Labels = Readonly<Record<string, string>>;

interface Group {
  readonly name: string;
  readonly labels: Labels;
}

/** All ports on which our processes or the servers listen. */
const PORTS = [4222, 5432, 6222, 6379, 8000, 8080, 8081, 8222, 9090];

/** Adds the pods that CloudNativePG creates. */
function groupsOf(manifests: readonly Manifest[]): Group[] {
  const clusters = ofKind(manifests, 'Cluster').map(({ metadata: { name }, spec }) => ({
    name,
    labels: (spec as { inheritedMetadata: { labels: Labels } }).inheritedMetadata.labels,
  }));
  const poolers = ofKind(manifests, 'Pooler').map(({ metadata: { name }, spec }) => ({
    name,
    labels: (spec as { template: { metadata: { labels: Labels } } }).template.metadata.labels,
  }));
  return [...podsOf(manifests), ...clusters, ...poolers];
}

function selects(selector: INetworkPolicyPeer['podSelector'], labels: Labels): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator !== 'In') throw new Error(`The test does not know the operator ${operator}.`);
      return values.includes(labels[key] ?? '');
    })
  );
}

const covers = (ports: readonly INetworkPolicyPort[] | undefined, port: number): boolean =>
  ports?.some((each) => Number(each.port) <= port && port <= (each.endPort ?? Number(each.port))) ??
  true;

const isPod = (peers: readonly INetworkPolicyPeer[] | undefined, labels: Labels): boolean =>
  peers?.some(
    ({ podSelector, namespaceSelector }) =>
      podSelector !== undefined && !namespaceSelector && selects(podSelector, labels),
  ) ?? true;

const policiesOf = (manifests: readonly Manifest[]): INetworkPolicySpec[] =>
  ofKind(manifests, 'NetworkPolicy').map(({ spec }) => spec as INetworkPolicySpec);

/** `jobs → customers:8080`; both sides have to allow it. */
function reachable(manifests: readonly Manifest[]): string[] {
  const policies = policiesOf(manifests);
  const groups = groupsOf(manifests);
  const allows = (from: Group, to: Group, port: number): boolean =>
    policies.some(
      ({ podSelector, egress = [] }) =>
        selects(podSelector, from.labels) &&
        egress.some(({ to: peers, ports }) => isPod(peers, to.labels) && covers(ports, port)),
    ) &&
    policies.some(
      ({ podSelector, ingress = [] }) =>
        selects(podSelector, to.labels) &&
        ingress.some(({ from: peers, ports }) => isPod(peers, from.labels) && covers(ports, port)),
    );
  return groups
    .flatMap((from) =>
      groups.flatMap((to) =>
        PORTS.filter((port) => allows(from, to, port)).map(
          (port) => `${from.name} → ${to.name}:${port}`,
        ),
      ),
    )
    .sort();
}

/** Calls that the code makes. */
const OURS = [
  ...SERVICES.map((service) => `gateway → ${service}:8080`),
  ...CONTEXTS.map((context) => `dashboard → ${context}:8080`),
  'dashboard → gateway:8081',
  ...INTERNAL_ROUTES.flatMap(({ owner, readers }) =>
    readers.map((reader) => `${reader} → ${owner}:${owner === 'gateway' ? 8081 : 8080}`),
  ),
  ...PROCESSES.map((process) => `${process} → nats:4222`),
  'prepare-stream → nats:4222',
  'gateway → valkey:6379',
];

const DATABASES = { demo: ['postgres'], production: ['postgres', 'postgres-pooler'] };

const SERVERS = {
  demo: [],
  production: [
    'nats → nats:6222',
    ...DATABASES.production.flatMap((from) =>
      DATABASES.production.flatMap((to) => [5432, 8000].map((port) => `${from} → ${to}:${port}`)),
    ),
  ],
};

/** Policies that admit callers from outside the namespace. */
const OUTSIDERS = [
  'from-outside',
  'from-prometheus',
  'from-prometheus-to-postgres',
  'postgres-servers',
];

describeManifests.each(OVERLAYS)('the network of overlay %s', (overlay) => {
  const manifests = describeManifests === describe ? render(`overlays/${overlay}`) : [];

  it('allows exactly the calls that the code makes', () => {
    const toDatabases = DATABASES[overlay].flatMap((database) =>
      [...PROCESSES, 'migrate'].map((process) => `${process} → ${database}:5432`),
    );

    const expected = new Set([...OURS, ...toDatabases, ...SERVERS[overlay]]);
    expect(reachable(manifests)).toEqual([...expected].sort());
  });

  it('denies everybody everything else', () => {
    const [deny] = ofKind(manifests, 'NetworkPolicy').filter(
      ({ metadata: { name } }) => name === 'default-deny',
    );

    expect(deny?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });

  it('lets in from outside nobody but to the gateway, Prometheus and PostgreSQL’s operator', () => {
    const open = ofKind(manifests, 'NetworkPolicy').filter(({ spec }) =>
      (spec as INetworkPolicySpec).ingress?.some(
        ({ from }) =>
          from?.some(
            ({ podSelector, namespaceSelector }) => podSelector === undefined || namespaceSelector,
          ) ?? true,
      ),
    );

    const names = open.map(({ metadata: { name } }) => name);
    expect(names).toEqual(overlay === 'demo' ? [] : OUTSIDERS);
  });

  it('lets out to the internet webhooks, mail, and PostgreSQL’s backups alone', () => {
    const open = ofKind(manifests, 'NetworkPolicy').filter(({ spec }) =>
      (spec as INetworkPolicySpec).egress?.some(
        ({ to }) => to?.some(({ ipBlock }) => ipBlock) ?? true,
      ),
    );

    const names = open.map(({ metadata: { name } }) => name);
    const servers = overlay === 'demo' ? [] : ['postgres-servers'];
    expect(names).toEqual(['dashboard', ...servers, 'webhooks']);
  });

  it('lets processes out to another namespace for names and, in production, to the collector alone', () => {
    const elsewhere = ofKind(manifests, 'NetworkPolicy').flatMap(({ metadata: { name }, spec }) => {
      const { podSelector, egress = [] } = spec as INetworkPolicySpec;
      const isOfProcesses = processesOf(manifests).some(({ labels }) =>
        selects(podSelector, labels),
      );
      const rules = egress.filter(({ to }) => to?.some(({ namespaceSelector: it }) => it));
      return isOfProcesses ? rules.map(({ ports }) => [name, ports?.map(({ port }) => port)]) : [];
    });

    const collector = overlay === 'demo' ? [] : [['to-collector', [4318]]];
    expect(elsewhere).toEqual([['names', [53, 53]], ...collector]);
  });

  it('has a pod and a port behind each port of a Service', () => {
    const pods = podsOf(manifests);
    for (const { metadata, spec } of ofKind(manifests, 'Service')) {
      const { selector = {}, ports = [], clusterIP } = spec as IServiceSpec;
      const behind = pods.filter(({ labels }) => selects({ matchLabels: selector }, labels));

      expect([metadata.name, behind.length]).toEqual([metadata.name, 1]);
      for (const { port, targetPort } of ports) {
        const containers = behind.flatMap((pod) => pod.containers);
        const target = containers
          .flatMap(({ ports: own = [] }) => own)
          .find(({ name }) => name === targetPort);
        expect(target).toBeDefined();
        // A headless Service translates no port: callers reach the pod's own.
        if (clusterIP === 'None') expect(target?.containerPort).toBe(port);
      }
    }
  });

  it('shows the gateway’s callers every replica of a service', () => {
    for (const name of SERVICES) {
      const service = ofKind(manifests, 'Service').find(({ metadata }) => metadata.name === name);
      expect(service?.spec).toMatchObject({ clusterIP: 'None' });
    }
  });

  it('selects a pod with each selector of a policy, a budget or a scaler', () => {
    const groups = groupsOf(manifests);
    const selectors = [
      ...policiesOf(manifests).map(({ podSelector }) => podSelector),
      ...ofKind(manifests, 'PodDisruptionBudget').map(
        ({ spec }) => (spec as { selector: INetworkPolicyPeer['podSelector'] }).selector,
      ),
    ];

    const empty = selectors.filter(
      (selector) => !groups.some(({ labels }) => selects(selector, labels)),
    );
    expect(empty).toEqual([]);
  });
});

describeManifests('webhooks', () => {
  const rule = () => {
    const policies = ofKind(render('overlays/production'), 'NetworkPolicy');
    const { spec } = policies.find(({ metadata: { name } }) => name === 'webhooks') as Manifest;
    const rules = (spec as INetworkPolicySpec).egress?.filter(({ to }) =>
      to?.some(({ ipBlock }) => ipBlock),
    );
    return rules?.[0];
  };

  const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, cidr: string): boolean => {
    const range = ipaddr.parseCIDR(cidr);
    return range[0].kind() === address.kind() && address.match(range);
  };

  it('reach the addresses that the code allows, and no other', () => {
    const blocks = (rule()?.to ?? []).flatMap(({ ipBlock }) => (ipBlock ? [ipBlock] : []));
    const { allows } = createAddressGuard([]);
    const edges = blocks.flatMap(({ cidr, except = [] }) =>
      [cidr, ...except].flatMap((range) => edgesOf(range)),
    );
    const others = ['8.8.8.8', '::1', 'fe80::1', 'fd00::1', '64:ff9b::808:808', '2606:4700::1111'];
    const ofPlatforms = [
      ...['168.63.129.16', '199.36.153.4', '34.118.224.1'],
      ...['2600:2d00:2:1000::', '2600:2d00:2:2000::', '2600:2d00:0:4::1'],
    ];

    for (const text of [...edges, ...others, ...ofPlatforms]) {
      const address = ipaddr.parse(text);
      const isLetOut = blocks.some(
        ({ cidr, except = [] }) =>
          isWithin(address, cidr) && !except.some((range) => isWithin(address, range)),
      );
      // The code also follows NAT64, a special address that leads to a public one.
      if (!isWithin(address, '64:ff9b::/96'))
        expect([text, isLetOut]).toEqual([text, allows(text)]);
    }
  });

  it('reach the ports that the code allows', () => {
    const ports = rule()?.ports;

    const open = [22, 80, 443, 1023, 1024, 5432, 8443, 65_535].filter((port) =>
      covers(ports, port),
    );
    expect(open).toEqual([443, 1024, 5432, 8443, 65_535]);
  });
});

/** First and last address of a range, and their outer neighbours. */
function edgesOf(cidr: string): string[] {
  const [base, bits] = ipaddr.parseCIDR(cidr);
  const bytes = base.toByteArray();
  const size = bytes.length * 8;
  const first = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const last = first + 2n ** BigInt(size - bits) - 1n;
  return [first - 1n, first, last, last + 1n]
    .filter((value) => value >= 0n && value < 2n ** BigInt(size))
    .map((value) => {
      const parts = bytes.map((_, n) =>
        Number((value >> BigInt(8 * (bytes.length - 1 - n))) % 256n),
      );
      return ipaddr.fromByteArray(parts).toString();
    });
}
