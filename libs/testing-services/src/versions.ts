import type { Collection, Operation } from '@svc/contracts';
import type { OperationDocumentation } from '@svc/openapi';
import type { ApiResponse, Method } from '@svc/testing';
import type { HostileService } from './hostile-input';
import { describeOutcome, invalid, refused, type AnswerBody } from './outcomes';
import {
  buildAddress,
  createExpectDocumented,
  startForSuite,
  type AddressedIds,
  type ContextApi,
} from './service-under-test';

export interface Change<S> {
  ids(service: S): AddressedIds | Promise<AddressedIds>;
  /** Changes the record first and second; called for each record. */
  bodies(): readonly [first: object, second: object];
}

/** A read or change of records that cannot be created yet. */
const NONE_YET = 'none yet';

export interface Versions<C extends Collection, S extends HostileService> extends ContextApi<C, S> {
  /** Every GET of one record, with its ids. */
  readonly reads: {
    readonly [Name in keyof C['operations'] & string]?: Change<S>['ids'] | typeof NONE_YET;
  };
  readonly changes: {
    readonly [Name in keyof C['operations'] & string]?: Change<S> | typeof NONE_YET;
  };
}

interface ChangedBody extends AnswerBody {
  readonly current_version?: number | null;
}

type Headers = Readonly<Record<string, string>>;

/**
 * Reads and changes every record as `.github/docs/integrators.md` describes it ("Versions"):
 * `ETag`, `If-None-Match` and `If-Match`.
 */
export function describeVersions<C extends Collection, S extends HostileService>({
  contract,
  documentation,
  start,
  reads,
  changes,
}: Versions<C, S>): void {
  const expectDocumented = createExpectDocumented(contract, documentation);
  let service: S;
  startForSuite(start, (started) => (service = started));

  const askOf =
    (name: string, ids: AddressedIds) =>
    async <Body extends AnswerBody>(
      headers: Headers,
      body?: object,
    ): Promise<ApiResponse<Body>> => {
      const operation = contract.operations[name] as Operation;
      const address = buildAddress(contract, operation, ids);
      const method = operation.method as Method;
      const answer = await service.api.send<Body>(method, address, body, headers);
      if (answer.status !== 304) expectDocumented(name, answer.status, answer.body);
      return answer;
    };

  it('all records of the endpoint table are in this one', () => {
    const documented = Object.entries<OperationDocumentation>(documentation);
    const versioned = documented.filter(([, { isVersioned }]) => isVersioned);
    const operations = Object.values<Operation>(contract.operations);
    const changing = operations.filter(
      ({ method, selectors }) =>
        ['PUT', 'PATCH'].includes(method) && !selectors.includes('external_id'),
    );

    expect(Object.keys(reads)).toEqual(versioned.map(([name]) => name));
    expect(Object.keys(changes)).toEqual(changing.map(({ name }) => name));
  });

  const allReads = reads as Readonly<Record<string, Change<S>['ids'] | typeof NONE_YET>>;
  for (const [name, idsOf] of Object.entries(allReads)) {
    if (idsOf === NONE_YET) {
      it.todo(`${name} carries the version that it shows`);
      continue;
    }
    describe(name, () => {
      const given = async () => {
        const ask = askOf(name, await idsOf(service));
        return { ask, tag: String((await ask({})).headers['etag']) };
      };

      it('carries the version and a checksum as its ETag', async () => {
        const { headers, body } = await askOf(name, await idsOf(service))({});

        const [, version] = /"version":(\d+)/.exec(JSON.stringify(body)) ?? [];
        expect(headers['etag']).toMatch(new RegExp(`^W/"${version}-[0-9a-f]{8}"$`));
      });

      it('is not sent again to who has it', async () => {
        const { ask, tag } = await given();

        for (const known of [tag, tag.slice(2), '*', `"x", ${tag}`, `W/"a,b" ,${tag} , "c"`]) {
          const answer = await ask({ 'if-none-match': known });
          expect([known, answer]).toMatchObject([
            known,
            { status: 304, headers: { etag: tag }, body: '' },
          ]);
        }
      });

      it('is not sent again to who has it from a proxy that compressed it', async () => {
        const { ask, tag } = await given();

        for (const coding of CODINGS) {
          const known = tag.replace(/"$/, `${coding}"`);
          expect([known, (await ask({ 'if-none-match': known })).status]).toEqual([known, 304]);
        }
      });

      it('is sent to who has another one', async () => {
        const { ask, tag } = await given();
        const others = ['---gzip', '-lzma', '-gzip-br', ' gzip', 'gzip'].map((end) =>
          tag.replace(/"$/, `${end}"`),
        );

        for (const known of ['"1"', 'W/"1-00000000"', '""', '"a*"', ...others])
          expect(await ask({ 'if-none-match': known })).toMatchObject({ status: 200 });
      });

      it('refuses what holds no tags', async () => {
        const ask = askOf(name, await idsOf(service));

        for (const broken of NO_TAGS) {
          const answer = await ask({ 'if-none-match': broken });
          expect([broken, describeOutcome(answer)]).toEqual([broken, invalid('If-None-Match')]);
        }
      });
    });
  }

  const all = changes as Readonly<Record<string, Change<S> | typeof NONE_YET>>;
  for (const [name, change] of Object.entries(all)) {
    if (change === NONE_YET) {
      it.todo(`${name} is made at the version that it names`);
      continue;
    }
    const { ids, bodies } = change;
    describe(name, () => {
      async function given() {
        const ask = askOf(name, await ids(service));
        const [first, second] = bodies();
        const refusal = await ask<ChangedBody>({ 'if-match': '"999999"' }, first);
        return { ask, first, second, version: Number(refusal.body.current_version) };
      }

      it('is made at the version that it names, and at no other', async () => {
        const { ask, first, second, version } = await given();
        const before = await service.writtenRows();
        for (const other of [`"${version + 1}"`, '"0"', '"x"', '""', `"${version}0", W/"x"`]) {
          const refusal = await ask<ChangedBody>({ 'if-match': other }, first);
          expect([other, describeOutcome(refusal)]).toEqual([
            other,
            refused('precondition_failed'),
          ]);
          expect(refusal.body.current_version).toBe(version);
        }
        expect(await service.writtenRows()).toEqual(before);

        const tags = `"x", W/"${version}-0123abcd"`;
        expect(await ask({ 'if-match': tags }, first)).toMatchObject({ status: 200 });
        expect(await ask({ 'if-match': tags }, second)).toMatchObject({
          status: 412,
          body: { current_version: version + 1 },
        });
        expect(await ask({ 'if-match': `"${version + 1}"` }, second)).toMatchObject({
          status: 200,
        });
      });

      it('is made at the version that a proxy names with the coding of the answer', async () => {
        const { ask, first, second, version } = await given();

        expect(await ask({ 'if-match': `W/"${version}-0123abcd-gzip"` }, first)).toMatchObject({
          status: 200,
        });
        for (const coding of CODINGS) {
          const tag = `"${version + 1}${coding}"`;
          expect(await ask({ 'if-none-match': tag }, second)).toMatchObject({ status: 412 });
        }
      });

      it('is made once by many who have seen the same version', async () => {
        const { ask, first, version } = await given();

        const answers = await Promise.all(
          Array.from({ length: 8 }, () => ask({ 'if-match': `"${version}"` }, first)),
        );

        const outcomes = answers.map(({ status }) => status).sort();
        expect(outcomes).toEqual([200, ...Array<number>(7).fill(412)]);
      });

      it('takes * for any version', async () => {
        const { ask, first } = await given();

        expect(await ask({ 'if-none-match': '*' }, first)).toMatchObject({ status: 412 });
        expect(await ask({ 'if-match': '*' }, first)).toMatchObject({ status: 200 });
      });

      it('is not made at a version that it excludes', async () => {
        const { ask, first, version } = await given();

        expect(await ask({ 'if-none-match': `"${version}"` }, first)).toMatchObject({
          status: 412,
          body: { current_version: version },
        });
        expect(await ask({ 'if-none-match': `"${version + 1}"` }, first)).toMatchObject({
          status: 200,
        });
      });

      it('refuses what holds no tags', async () => {
        const { ask, first } = await given();

        for (const header of ['If-Match', 'If-None-Match']) {
          for (const broken of NO_TAGS) {
            const answer = await ask({ [header]: broken }, first);
            expect([broken, describeOutcome(answer)]).toEqual([broken, invalid(header)]);
          }
        }
      });
    });
  }
}

/** Suffixes that proxies add to a tag when they compress a response. */
const CODINGS = ['-', '--', ';'].flatMap((mark) =>
  ['gzip', 'br', 'deflate', 'zstd'].map((coding) => mark + coding),
);

const NO_TAGS = ['', '7', '"7', '"7" "8"', '*, "7"', 'w/"7"', '"7",', `${'"'.repeat(4_001)}`];
