import { describeManifests, OVERLAYS, render, type Manifest } from './render';
import { OPERATOR_SCHEMAS } from './operator-schemas';

/** Packages with the schemas of Kubernetes itself and of operators, by the end of an apiVersion's group. */
const PACKAGES: readonly (readonly [group: RegExp, name: string])[] = [
  [/cert-manager\.io$/, '@kubernetes-models/cert-manager'],
  [/^external-secrets\.io$/, '@kubernetes-models/external-secrets'],
  [/^gateway\.networking\.k8s\.io$/, '@kubernetes-models/gateway-api'],
  [/^/, 'kubernetes-models'],
];

/** Releases of an API that the package lacks, and that has the same fields for what is used here. */
const SAME_AS: Readonly<Record<string, string>> = {
  'external-secrets.io/v1': 'external-secrets.io/v1beta1',
};

interface Model {
  validate(): void;
}

/** What the schema says is wrong with an object, and fields that it never asked for. */
function problemsOf(manifest: Manifest): string[] {
  const [group = '', version] = manifest.apiVersion.split('/');
  const own = OPERATOR_SCHEMAS[`${manifest.apiVersion}/${manifest.kind}`];
  const asked = new Map<string, Set<PropertyKey>>();
  if (own) return own(manifest);
  const [, name = ''] = PACKAGES.find(([pattern]) => pattern.test(version ? group : '')) ?? [];
  const apiVersion = SAME_AS[manifest.apiVersion] ?? manifest.apiVersion;
  const path = `${name}/${apiVersion}/${manifest.kind}`;
  const model = jest.requireActual<Record<string, new (data: unknown) => Model>>(path);
  const { apiVersion: _a, kind: _k, ...rest } = manifest;
  try {
    const Kind = model[manifest.kind];
    if (!Kind) throw new Error(`${name} has no ${manifest.kind}`);
    new Kind(watched(rest, '', asked)).validate();
  } catch (error) {
    return [(error as Error).message];
  }
  return unasked(rest, '', asked);
}

/** A value whose fields are written down as the schema reads them. */
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

/** Fields that an object has and its schema did not read, at any depth; a field misspelt is one. */
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
