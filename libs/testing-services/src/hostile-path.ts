import type { Method } from '@svc/testing';
import fc from 'fast-check';
import type { HostileService, Suite } from './hostile-operation';
import { LIST } from './hostile-query';
import { oddText } from './odd-values';
import { outcomeOf, refused, type AnswerBody } from './outcomes';

export function describePath<S extends HostileService>(
  { contract, service }: Suite<S>,
  filters: readonly string[],
): void {
  const { path, methods, selectors } = contract;
  const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

  for (const method of METHODS.filter((each) => !methods.has(each))) {
    it(`has no ${method}`, async () => {
      const answer = await service().api.send<AnswerBody>(method, path);

      expect(outcomeOf(answer)).toBe(refused('method_not_allowed'));
    });
  }

  it.each([
    `${path}/`,
    `${path}/12`,
    path.toUpperCase(),
    path.replace('/v1/', '/v1//'),
    path.replace('/v1/', '/v1%2f'),
  ])('is not %s', async (other) => {
    expect(outcomeOf(await service().api.get<AnswerBody>(other))).toBe(refused('not_found'));
  });

  it('answers whatever query with records or a refusal, never with a fault of ours', async () => {
    const names = [...new Set([...selectors, ...Object.keys(LIST), ...filters])];
    const words = Object.values(contract.operations).flatMap(({ where }) => Object.values(where));
    const pairs = fc.array(fc.tuple(fc.constantFrom(...names), oddText(words)), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(pairs, async (given) => {
        const query = given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);

        const { status } = await service().api.get(`${path}?${query.join('&')}`);

        expect([200, 400, 404]).toContain(status);
      }),
      { numRuns: 300 },
    );
  });
}
