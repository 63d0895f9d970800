import { BODY_LIMIT_BYTES } from '@svc/contracts';
import type { Answer, Method } from '@svc/testing';
import type { ObjectSchema } from 'joi';
import { describeBody } from './hostile-body';
import {
  requiredParameters,
  type Asked,
  type Cases,
  type OperationInput,
} from './hostile-operation';
import { describeQuery } from './hostile-query';
import { ACCEPTED, expectOutcomes, outcomeOf, refused, type AnswerBody } from './outcomes';
import { namesIn } from './service-under-test';
import { ACCEPTED_BODIES, refusedBodies, type RefusedBody } from './whole-bodies';

/** Parts of a path, by their names. */
type Parts = Readonly<Record<string, string | number>>;

/** What is a route's own; the rest follows from its path, its schemas and the decisions. */
export interface RouteInput<S> extends Pick<OperationInput<S>, 'body' | 'fields' | 'query'> {
  /** What becomes of a request that is in order; it is accepted where this is absent. */
  readonly inOrder?: string;
  /** The parts of its path that have names, asked for each request; an id is 1 where it is absent. */
  readonly parts?: (service: S) => Parts | Promise<Parts>;
  /** What becomes of a request for no record that is there, by the part of the path; not_found when absent. */
  readonly noRecord?: string | ((part: string, text: string) => string);
  /** Parameters that go with one of its query alone, by the name of that. */
  readonly companions?: Asked['companions'];
  /** How a body without any field is refused, if it is; validation_failed when absent. */
  readonly emptyBody?: Asked['emptyBody'];
}

/** A request of a route. */
export interface RouteRequest {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: RefusedBody['headers'];
  /** Whether it is to change nothing. */
  readonly isRefused: boolean;
}

export interface HostileRoutes<S, Row extends RouteInput<S>> {
  readonly start: () => Promise<S>;
  /** All that there are. */
  readonly routers: readonly RouterLike[];
  /** By method and path, such as `PATCH /team/:id`: those that read anything of a request. */
  readonly rows: Readonly<Record<string, Row>>;
  ask(service: S, row: Row, request: RouteRequest): Promise<Answer<AnswerBody>>;
  /** What the service has written, and whom it has asked to write. */
  written(service: S): Promise<unknown>;
}

/** As much of a router of @koa/router as tells of its routes. */
interface RouterLike {
  readonly stack: readonly {
    readonly path: string | RegExp;
    readonly methods: readonly string[];
    readonly stack: readonly unknown[];
  }[];
}

/** A route as its router has it; what it reads is told by the middleware that performs it. */
interface Route {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  /** Of all methods: somebody else reads the body. */
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

/** No ids of records, as they are written in a path. */
const NO_IDS = [
  ...['x', '0', '-1', '01', '1.5', '1e3', '%201', '%00', '%ff', '1%2f2', '9007199254740992'],
];

const IDS_OF_NONE = ['987654321', '9007199254740991'];

/** Texts that no client of ours would write into a path. */
const ODD_PARTS = [
  ...['x', '0', '-1', '%00', '%ff', '%ed%a0%80', 'a%2fb', '%25', '%zz', '%20', '%f0%9f%94%a7'],
  ...['a%3fb%26c', '%2e%2e%2fx', '__proto__', 'constructor', 'toString', 'x'.repeat(2_000)],
];

/** Statuses that are no fault of ours. */
const NO_FAULTS = [200, 201, 202, 400, 401, 403, 404, 409, 413, 429];

/**
 * Asks every route of an app that has no endpoint table for what no honest client would send: each answer
 * is the refusal of `.github/docs/decisions.md`, and nothing is written. A route that reads anything of
 * a request has a row, which names all that it reads.
 */
export function describeHostileRoutes<
  S extends { close(): Promise<void> },
  Row extends RouteInput<S>,
>(given: HostileRoutes<S, Row>): void {
  const { start, routers, rows } = given;
  const routes = routers.flatMap(routesIn).filter(readsAnything);
  let service: S;
  beforeAll(async () => {
    service = await start();
  });
  afterAll(() => service.close());

  it('has a row for every route that reads anything of a request', () => {
    expect(Object.keys(rows).sort()).toEqual(routes.map(({ name }) => name).sort());
  });

  const known: Known = new Set();
  for (const route of routes) {
    const row = rows[route.name];
    if (row) {
      describe(route.name, () => describeRoute({ ...given, known }, () => service, route, row));
    }
  }
}

/** What another route was asked all about: schemas of parameters, and bodies as a whole. */
type Known = Set<unknown>;

const READS_BODIES = 'bodies';

/** Some that show whether a body is read as all bodies are. */
const TYPICAL_BODIES = [
  ...['nothing', 'half an object', '[]', '33 levels', 'U+0000 in an unknown field'],
  'a prototype',
];

function isNew(thing: unknown, known: Known): boolean {
  const isKnown = known.has(thing);
  known.add(thing);
  return !isKnown;
}

/** Lists by the dozen have the very same parameters; from the second one on, a few values tell that it has them. */
function shortened(cases: Cases = {}, query: ObjectSchema | undefined, known: Known): Cases {
  const names = namesIn(query);
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

    expect(outcomeOf(await asked.send(address, body))).toBe(asked.inOrder);
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
        return asked.send(addressOf(path, row.query), body);
      });
    });
  }

  if (route.isPassedOn) {
    it('passes no body on that is too large', async () => {
      const { address: path } = await asked.usual();
      const body = 'x'.repeat(BODY_LIMIT_BYTES + 1);

      await asked.writingNothing(async () => {
        const request = { method: 'POST', path, body, isRefused: true } as const;
        const answer = await given.ask(service(), row, request);
        expect(outcomeOf(answer)).toBe(refused('payload_too_large'));
      });
    });
  }
  if (route.query) describeQuery(asked, route.query);
  if (route.body) describeBody(asked, route.body);
}

const addressOf = (path: string, query: Cases | undefined): string =>
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
      const address = addressOf(pathWith(path, parts), row.query);
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
