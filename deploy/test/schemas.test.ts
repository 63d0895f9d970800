import { describeManifests, OVERLAYS, render, type Manifest } from './render';
import { OPERATOR_SCHEMAS } from './operator-schemas';

/** Schema packages, by the end of an apiVersion's group. */
const PACKAGES: readonly (readonly [group: RegExp, name: string])[] = [
  [/cert-manager\.io$/, '@kubernetes-models/cert-manager'],
  [/^external-secrets\.io$/, '@kubernetes-models/external-secrets'],
  [/^monitoring\.coreos\.com$/, '@kubernetes-models/prometheus-operator'],
  [/^gateway\.networking\.k8s\.io$/, '@kubernetes-models/gateway-api'],
  [/^/, 'kubernetes-models'],
];

/** API versions that the package lacks, with equal fields for our use. */
const SAME_AS: Readonly<Record<string, string>> = {
  'external-secrets.io/v1': 'external-secrets.io/v1beta1',
};

interface Model {
  readonly prototype: { validate(this: unknown): void };
}

/** kubectl prints long base64 in several lines. */
const inOneLine = ({ kind, data, ...rest }: Manifest): Manifest =>
  kind === 'Secret' && data
    ? {
        ...rest,
        kind,
        data: Object.fromEntries(
          Object.entries(data).map(([name, value]) => [name, value.replaceAll(/\s/g, '')]),
        ),
      }
    : { ...rest, kind, ...(data && { data }) };

/** Returns schema faults and unknown fields. */
function problemsOf(manifest: Manifest): string[] {
  const own = OPERATOR_SCHEMAS[`${manifest.apiVersion}/${manifest.kind}`];
  if (own) return own(manifest);
  const [group = '', version] = manifest.apiVersion.split('/');
  const [, name = ''] = PACKAGES.find(([pattern]) => pattern.test(version ? group : '')) ?? [];
  const apiVersion = SAME_AS[manifest.apiVersion] ?? manifest.apiVersion;
  const path = `${name}/${apiVersion}/${manifest.kind}`;
  const model = jest.requireActual<Record<string, Model>>(path)[manifest.kind];
  if (!model) return [`${path} holds no schema`];
  const object = inOneLine({ ...manifest, apiVersion });
  const asked = new Map<string, Set<PropertyKey>>();
  try {
    model.prototype.validate.call(watched(object, '', asked));
  } catch (error) {
    return [(error as Error).message];
  }
  return unasked(object, '', asked);
}

/** Records the fields that the schema reads. */
function watched(value: unknown, path: string, asked: Map<string, Set<PropertyKey>>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      asked.set(path, (asked.get(path) ?? new Set()).add(key));
      const field: unknown = Reflect.get(target, key);
      return typeof key === 'string' ? watched(field, `${path}/${key}`, asked) : field;
    },
  });
}

/** Fields that the schema did not read, at any depth, such as misspelt ones. */
function unasked(value: unknown, path: string, asked: Map<string, Set<PropertyKey>>): string[] {
  if (typeof value !== 'object' || value === null || !asked.has(path)) return [];
  return Object.entries(value).flatMap(([key, field]) =>
    asked.get(path)?.has(key) ? unasked(field, `${path}/${key}`, asked) : [`${path}/${key}`],
  );
}

const nameOf = ({ kind, metadata: { name } }: Manifest): string => `${kind} ${name}`;

describeManifests.each([...OVERLAYS.map((name) => `overlays/${name}`), 'base'])(
  'what %s renders',
  (folder) => {
    const manifests = describeManifests === describe ? render(folder) : [];

    it.each(manifests.map((manifest) => [nameOf(manifest), manifest] as const))(
      '%s fits its schema',
      (_, manifest) => {
        expect(problemsOf(manifest)).toEqual([]);
      },
    );
  },
);

describeManifests('the check itself', () => {
  const deployment = () =>
    structuredClone(render('base').find(({ kind }) => kind === 'Deployment')) as Manifest & {
      spec: { replicas: unknown; template: { spec: Record<string, unknown> } };
    };

  it('sees a value of the wrong type', () => {
    const broken = deployment();
    broken.spec.replicas = 'two';

    expect(problemsOf(broken).join()).toContain('replicas');
  });

  it('sees a field that is misspelt', () => {
    const broken = deployment();
    broken.spec.template.spec['terminationGraceSeconds'] = 40;

    expect(problemsOf(broken)).toEqual(['/spec/template/spec/terminationGraceSeconds']);
  });
});
