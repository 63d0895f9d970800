import { readConfig } from '@svc/config';
import { PROCESSES, type ProcessName } from '@svc/contracts';
import { assetsConfig } from '@svc/assets/config';
import { customersConfig } from '@svc/customers/config';
import { dashboardConfig } from '@svc/dashboard/config';
import { gatewayConfig } from '@svc/gateway/config';
import { inventoryConfig } from '@svc/inventory/config';
import { jobsConfig } from '@svc/jobs/config';
import { techniciansConfig } from '@svc/technicians/config';
import { webhooksConfig } from '@svc/webhooks/config';
import type { ObjectSchema } from 'joi';
import type { IContainer } from 'kubernetes-models/v1/Container';
import {
  describeManifests,
  ofKind,
  OVERLAYS,
  podsOf,
  processesOf,
  render,
  type Manifest,
} from './render';

const SCHEMAS: Readonly<Record<ProcessName, ObjectSchema>> = {
  assets: assetsConfig,
  customers: customersConfig,
  dashboard: dashboardConfig,
  gateway: gatewayConfig,
  inventory: inventoryConfig,
  jobs: jobsConfig,
  technicians: techniciansConfig,
  webhooks: webhooksConfig,
};

/** Variables of Node.js and OpenTelemetry, which no schema lists. */
const OF_OTHERS = [
  'NODE_EXTRA_CA_CERTS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
];

const SECRET = /PASSWORD|TOKEN|SECRET|ENCRYPTION_KEY|(DATABASE|NATS|REDIS|SMTP)_URL/;

type Variables = Readonly<Record<string, string>>;

const decoded = (data: Variables = {}): Variables =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, Buffer.from(value, 'base64').toString()]),
  );

const demo = () => render('overlays/demo');

/** Stands in for the store of secrets. */
const stored = (process: string): Variables => ({
  database_password: 'of-the-database',
  nats_password: 'ofNats',
  administrator_password: 'ofTheAdministrator',
  valkey_password: 'of-valkey',
  smtp_url: 'smtps://mail.example.com',
  admin_token: 'of-the-administrator',
  encryption_key: Buffer.alloc(32, 7).toString('base64'),
  // The settings contain the demo's public keys.
  internal_secret: secretOf(demo(), process)['INTERNAL_SECRET'] ?? '',
});

function secretOf(manifests: readonly Manifest[], name: string): Variables {
  const named = (each: Manifest): boolean => each.metadata.name.replace(/-\w{10}$/, '') === name;
  const secret = ofKind(manifests, 'Secret').find(
    (each) => each.metadata.name === name || named(each),
  );
  if (secret) return decoded(secret.data);
  const external = ofKind(manifests, 'ExternalSecret').find((each) => each.metadata.name === name);
  const { target } = external?.spec as {
    readonly target: { readonly template: { readonly data: Variables } };
  };
  const values = stored(name);
  return Object.fromEntries(
    Object.entries(target.template.data).map(([key, text]) => [
      key,
      text.replaceAll(/\{\{ \.(\w+) \}\}/g, (_, value: string) => values[value] ?? 'missing'),
    ]),
  );
}

function environmentOf(manifests: readonly Manifest[], container: IContainer): Variables {
  const { env = [], envFrom = [] } = container;
  const from = envFrom.map(({ configMapRef, secretRef }) =>
    configMapRef
      ? (ofKind(manifests, 'ConfigMap').find(({ metadata: { name } }) => name === configMapRef.name)
          ?.data ?? {})
      : secretOf(manifests, String(secretRef?.name).replace(/-\w{10}$/, '')),
  );
  const own = env.map(({ name, value, valueFrom }) => {
    const ref = valueFrom?.secretKeyRef;
    if (!ref) return [name, value ?? ''];
    return [name, secretOf(manifests, String(ref.name).replace(/-\w{10}$/, ''))[ref.key] ?? ''];
  });
  return Object.assign({}, ...from, Object.fromEntries(own)) as Variables;
}

const processOf = ({ image = '' }: IContainer): ProcessName =>
  PROCESSES.find((name) => image.includes(`field-service/${name}:`)) ??
  (() => {
    throw new Error(`${image} is of no process`);
  })();

describeManifests.each(OVERLAYS)('the environment in overlay %s', (overlay) => {
  const manifests = describeManifests === describe ? render(`overlays/${overlay}`) : [];
  const containers = podsOf(manifests)
    .flatMap(({ name, containers }) => containers.map((container) => ({ of: name, container })))
    .filter(({ container }) => container.image?.includes('field-service/'));

  it('has every process, its init container, and both Jobs', () => {
    expect(
      processesOf(manifests)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...PROCESSES].sort());
    expect(containers).toHaveLength(PROCESSES.length * 3 + 1);
  });

  it.each(containers.map(({ of, container }) => [`${of}/${container.name}`, container] as const))(
    'of %s holds what its configuration asks for, and nothing unknown to it',
    (_, container) => {
      const schema = SCHEMAS[processOf(container)];
      const env = environmentOf(manifests, container);
      const known = [...Object.keys(schema.describe().keys), ...OF_OTHERS];

      expect(Object.keys(env).filter((name) => !known.includes(name))).toEqual([]);
      expect(() => readConfig(schema, env)).not.toThrow();
    },
  );

  it('has secrets in Secrets alone', () => {
    const open = ofKind(manifests, 'ConfigMap').flatMap(({ data }) => Object.keys(data ?? {}));
    const literal = podsOf(manifests).flatMap(({ containers }) =>
      containers.flatMap(({ env = [] }) =>
        env.filter(({ value }) => value !== undefined).map(({ name }) => name),
      ),
    );

    expect([...open, ...literal].filter((name) => SECRET.test(name))).toEqual([]);
  });

  it('sends nobody to a Service or a Secret that is not there', () => {
    const services = ofKind(manifests, 'Service').map(({ metadata: { name } }) => name);
    const operators = ['postgres-rw', 'postgres-pooler'];
    const outside = ['SMTP_URL', 'PUBLIC_URL'];
    const urls = containers.flatMap(({ container }) =>
      Object.entries(environmentOf(manifests, container))
        .filter(([name]) => name.endsWith('_URL') && !outside.includes(name))
        .map(([, value]) => new URL(value)),
    );

    const hosts = [...new Set(urls.map(({ hostname }) => hostname))];
    expect(hosts.filter((host) => ![...services, ...operators].includes(host))).toEqual([]);
  });
});

describeManifests('the production overlay', () => {
  it('renders no Secret', () => {
    expect(ofKind(render('overlays/production'), 'Secret')).toEqual([]);
  });

  it('has every process send its traces to the collector', () => {
    const manifests = render('overlays/production');
    const sent = processesOf(manifests).map(({ name, containers }) => {
      const process = containers.find((container) => container.name === 'process');
      const env = environmentOf(manifests, process as IContainer);
      return [name, env['OTEL_EXPORTER_OTLP_ENDPOINT'], Number(env['OTEL_TRACES_SAMPLER_ARG'])];
    });

    expect(sent.sort()).toEqual(
      [...PROCESSES]
        .sort()
        .map((name) => [name, 'http://opentelemetry-collector.observability:4318', 0.1]),
    );
  });
});
