import { MAX_BODY_BYTES } from '@svc/contracts';
import type { ApiResponse, Method } from '@svc/testing';
import type { ObjectSchema } from 'joi';
import { describeBody } from './hostile-body';
import {
  requiredParameters,
  type Asked,
  type Cases,
  type HostileService,
  type OperationInput,
} from './hostile-operation';
import { describeQuery } from './hostile-query';
import { ACCEPTED, describeOutcome, expectOutcomes, refused, type AnswerBody } from './outcomes';
import { listFieldNames, startForSuite } from './service-under-test';
import { ACCEPTED_BODIES, refusedBodies, type RefusedBody } from './whole-bodies';

type Parts = Readonly<Record<string, string | number>>;

export interface RouteInput<S> extends Pick<OperationInput<S>, 'body' | 'fields' | 'query'> {
  readonly inOrder?: string;
  /** Named parts of the path, called for each request; ids are 1 by default. */
  readonly parts?: (service: S) => Parts | Promise<Parts>;
  /** The outcome for an unknown record; not_found when absent. */
  readonly noRecord?: string | ((part: string, text: string) => string);
  readonly companions?: Asked['companions'];
  /** The error of a body without fields; validation_failed when absent. */
  readonly emptyBody?: Asked['emptyBody'];
}

export interface RouteRequest {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: RefusedBody['headers'];
  readonly isRefused: boolean;
}

export interface HostileRoutes<S, Row extends RouteInput<S>> {
  readonly start: () => Promise<S>;
  readonly routers: readonly RouterLike[];
  /** By method and path, such as `PATCH /team/:id`; routes that read nothing have no row. */
  readonly rows: Readonly<Record<string, Row>>;
  ask(service: S, row: Row, request: RouteRequest): Promise<ApiResponse<AnswerBody>>;
  written(service: S): Promise<unknown>;
}

interface RouterLike {
  readonly stack: readonly {
    readonly path: string | RegExp;
    readonly methods: readonly string[];
    readonly stack: readonly unknown[];
  }[];
}

/** A route of a router; the schemas are properties of its last middleware. */
interface Route {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  /** Routes of all methods, whose body another service reads. */
  readonly isPassedOn: boolean;
  readonly query?: ObjectSchema;
  readonly body?: ObjectSchema;
}

function routesIn({ stack }: RouterLike): Route[] {
  return stack.map(({ path: given, methods, stack: middleware }) => {
    const path = String(given);
    const isPassedOn = methods.includes('GET') && methods.includes('POST');
    const [first = 'GET'] = methods.filter((each) => each !== 'HEAD') as Method[];
    const method = isPassedOn ? 'GET' : first;
    const schemas = Object(Reflect.get(Object(middleware.at(-1)) as object, 'schemas')) as object;
    const name = `${isPassedOn ? 'ALL' : method} ${path}`;
    return { name, method, path, isPassedOn, ...schemas };
  });
}

const partsOf = (path: string): readonly string[] =>
  [...path.matchAll(/[:*](\w+)/g)].map(([, name = '']) => name);

const readsAnything = ({ path, query, body }: Route): boolean =>
  partsOf(path).length > 0 || query !== undefined || body !== undefined;

const pathWith = (path: string, parts: Parts): string =>
  path.replaceAll(/\{?[:*](\w+)\}?/g, (_, name: string) => String(parts[name] ?? 1));

const NO_IDS = [
  ...['x', '0', '-1', '01', '1.5', '1e3', '%201', '%00', '%ff', '1%2f2', '9007199254740992'],
];

const IDS_OF_NONE = ['987654321', '9007199254740991'];

const ODD_PARTS = [
  ...['x', '0', '-1', '%00', '%ff', '%ed%a0%80', 'a%2fb', '%25', '%zz', '%20', '%f0%9f%94%a7'],
  ...['a%3fb%26c', '%2e%2e%2fx', '__proto__', 'constructor', 'toString', 'x'.repeat(2_000)],
];

const NO_FAULTS = [200, 201, 202, 400, 401, 403, 404, 409, 413, 429];

/**
 * Sends hostile input to every route of an app that has no endpoint table: each is rejected as
 * `.github/docs/decisions.md` says, and nothing is written. Each route that reads input has a row
 * naming all of it.
 */
export function describeHostileRoutes<
  S extends { close(): Promise<void> },
  Row extends RouteInput<S>,
>(given: HostileRoutes<S, Row>): void {
  const { start, routers, rows } = given;
  const routes = routers.flatMap(routesIn).filter(readsAnything);
  let service: S;
  startForSuite(start, (started) => (service = started));

  it('has a row for every route that reads anything of a request', () => {
    expect(Object.keys(rows).sort()).toEqual(routes.map(({ name }) => name).sort());
  });

  const known: Known = new Set();
  for (const route of routes) {
    const row = rows[route.name];
    if (row)
      describe(route.name, () => describeRoute({ ...given, known }, () => service, route, row));
  }
}

/** Schemas of parameters, and bodies as a whole, that another route was tested with. */
type Known = Set<unknown>;

const READS_BODIES = 'bodies';

const TYPICAL_BODIES = [
  ...['nothing', 'half an object', '[]', '33 levels', 'U+0000 in an unknown field'],
  'a prototype',
];

function isNew(thing: unknown, known: Known): boolean {
  const isKnown = known.has(thing);
  known.add(thing);
  return !isKnown;
}

/**
 * Dozens of lists share their parameters; after the first, a few values show that a list has them.
 */
function shortened(cases: Cases = {}, query: ObjectSchema | undefined, known: Known): Cases {
  const names = listFieldNames(query);
  return Object.fromEntries(
    Object.entries(cases).map(([name, { accepted, refused: values }]) => {
      const schema = query && names.includes(name) ? query.extract(name) : undefined;
      return schema === undefined || isNew(schema, known)
        ? [name, { accepted, refused: values }]
        : [name, { accepted: accepted.slice(0, 1), refused: values.slice(0, 2) }];
    }),
  );
}

function describeRoute<S, Row extends RouteInput<S>>(
  given: HostileRoutes<S, Row> & { readonly known: Known },
  service: () => S,
  route: Route,
  row: Row,
): void {
  const asked = askedRoute(given, service, route, row);

  it('takes what the other tests mutate', async () => {
    const { address, body } = await asked.usual();

    expect(describeOutcome(await asked.send(address, body))).toBe(asked.inOrder);
  });

  for (const part of partsOf(route.path)) {
    it(`takes nothing but what there is as ${part}`, async () => {
      const { body } = await asked.usual();
      const parts = await row.parts?.(service());
      const { noRecord = refused('not_found') } = row;
      const ofNone = (what: string) => ({
        what,
        expected: typeof noRecord === 'string' ? noRecord : noRecord(part, what),
      });
      const cases =
        part === 'id'
          ? [
              ...NO_IDS.map((what) => ({ what, expected: refused('not_found') })),
              ...IDS_OF_NONE.map(ofNone),
            ]
          : ODD_PARTS.map(ofNone);

      await expectOutcomes(cases, ({ what }) => {
        const path = pathWith(route.path, { ...parts, [part]: what });
        return asked.send(withQuery(path, row.query), body);
      });
    });
  }

  if (route.isPassedOn) {
    it('passes no body on that is too large', async () => {
      const { address: path } = await asked.usual();
      const body = 'x'.repeat(MAX_BODY_BYTES + 1);

      await asked.writingNothing(async () => {
        const request = { method: 'POST', path, body, isRefused: true } as const;
        const answer = await given.ask(service(), row, request);
        expect(describeOutcome(answer)).toBe(refused('payload_too_large'));
      });
    });
  }
  if (route.query) describeQuery(asked, route.query);
  if (route.body) describeBody(asked, route.body);
}

const withQuery = (path: string, query: Cases | undefined): string =>
  `${path}?${requiredParameters(query).join('&')}`;

function askedRoute<S, Row extends RouteInput<S>>(
  { ask, written, known }: HostileRoutes<S, Row> & { readonly known: Known },
  service: () => S,
  { method, path, query, body: bodySchema }: Route,
  row: Row,
): Asked {
  let isRefused = false;
  const isFirst = bodySchema !== undefined && isNew(READS_BODIES, known);
  const body = async (): Promise<object> => (await row.body?.(service())) ?? {};
  return {
    own: { ...row, query: shortened(row.query, query, known) },
    companions: row.companions,
    emptyBody: row.emptyBody ?? 'validation_failed',
    inOrder: row.inOrder ?? ACCEPTED,
    refusedBodies: (usual) =>
      refusedBodies(usual).filter(({ what }) => isFirst || TYPICAL_BODIES.includes(what)),
    acceptedBodies: ACCEPTED_BODIES.filter(
      ({ what, headers }) => headers === undefined && (isFirst || TYPICAL_BODIES.includes(what)),
    ),
    randomBodies: 10,

    async usual() {
      const parts = (await row.parts?.(service())) ?? {};
      const address = withQuery(pathWith(path, parts), row.query);
      return { address, body: row.body && (await body()) };
    },

    body,

    send: (address, sent, { headers } = {}) =>
      ask(service(), row, {
        method,
        path: address,
        body: sent,
        ...(headers && { headers }),
        isRefused,
      }),

    async writingNothing(requests) {
      const before = await written(service());
      isRefused = true;
      try {
        await requests();
      } finally {
        isRefused = false;
      }
      expect(await written(service())).toEqual(before);
    },

    expectDocumented: ({ status }) => expect(NO_FAULTS).toContain(status),
    expectInvariants: async () => undefined,
  };
}

interface HostileAdminInput<S> extends Pick<HostileRoutes<S, RouteInput<S>>, 'start' | 'routers'> {
  /** By method and path below `/admin`, such as `PATCH /endpoints/:id`. */
  readonly rows: Readonly<Record<string, RouteInput<S>>>;
  readonly others?: readonly string[];
}

export function describeHostileAdminInput<S extends HostileService>({
  start,
  routers,
  rows,
  others = [],
}: HostileAdminInput<S>): void {
  describeHostileRoutes<S, RouteInput<S>>({
    start,
    routers: routers.map(({ stack }) => ({
      stack: stack.filter(({ path, methods }) =>
        methods.every((method) => !others.map(withPrefix).includes(`${method} ${String(path)}`)),
      ),
    })),
    rows: Object.fromEntries(Object.entries(rows).map(([name, row]) => [withPrefix(name), row])),
    ask: ({ admin }, _row, { method, path, body, headers }) =>
      admin.send(method, path, body, headers),
    written: (service) => service.writtenRows(),
  });
}

const withPrefix = (name: string): string => name.replace(' ', ' /admin');
