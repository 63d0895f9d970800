import { IGNORED_NAMES_HEADER } from '@svc/contracts';
import type { AskedOperation } from './hostile-operation';
import { withField } from './odd-values';
import { expectOutcomes, invalid, shown } from './outcomes';

const STRICT = { headers: { Prefer: 'return=minimal, Handling="strict"' } };
const APPLIED = { 'preference-applied': 'handling=strict' };

/** Expects that a request that prefers strict handling may name only what its operation takes. */
export function describeStrictHandling(asked: AskedOperation): void {
  const { inOrder, usual, send, writingNothing } = asked;

  it('rejects an unknown parameter and unknown fields of strict requests', async () => {
    const { address, body = {} } = await usual();
    // `describeBulks` looks into the operations of a bulk, each of which is answered by itself.
    const objects = ['', ...listObjects(body, '')].filter(
      (path) => !/^operations\.\d\.b/.test(path),
    );
    const cases = [
      { address: `${address}&x=1&x=2`, body, expected: invalid('x') },
      { address: `${address}&__proto__=1`, body, expected: invalid('__proto__') },
      ...(asked.operation.method === 'GET' ? [] : objects).map((path) => {
        const field = `${path}no_such_field`;
        return { address, body: withField(body, field, null), expected: invalid(field) };
      }),
    ];

    await writingNothing(() =>
      expectOutcomes(
        cases.map((each) => ({ ...each, what: `${each.address} ${shown(each.body)}` })),
        async (each) => {
          const sent = asked.operation.method === 'GET' ? undefined : each.body;
          const answer = await send(each.address, sent, STRICT);
          expect(answer.headers).toMatchObject(APPLIED);
          return answer;
        },
      ),
    );
  });

  it('tells the gateway what it ignored of other requests', async () => {
    const { address, body } = await usual();
    const takesBody = Object.keys(asked.own.fields ?? {}).length > 0;

    const answer = await send(`${address}&x=1`, body && { ...body, no_such_field: 1 });

    const ignored = takesBody ? 'x,no_such_field' : 'x';
    expect(answer.headers[IGNORED_NAMES_HEADER]).toBe(answer.status < 300 ? ignored : undefined);
    expect(answer.headers).not.toHaveProperty('preference-applied');
  });

  it('takes every parameter and field of its own from strict requests', async () => {
    const what = 'strict';
    await expectOutcomes([{ what, expected: inOrder }], async () => {
      const { address, body } = await usual();
      const answer = await send(address, body, STRICT);
      expect(answer.headers).toMatchObject(APPLIED);
      return answer;
    });
  });
}

/** Paths of nested objects, such as `location.` and `parts.0.`. */
const listObjects = (value: object, path: string): string[] =>
  Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    if (typeof part !== 'object' || part === null) return [];
    const own = `${path}${name}.`;
    return [...(Array.isArray(part) ? [] : [own]), ...listObjects(part, own)];
  });
