import type { ApiClient, Method } from '@svc/testing';
import fc from 'fast-check';
import { casesOf } from './hostile-body';
import type { HostileService, Suite } from './hostile-operation';
import { mutate, mutation } from './odd-values';
import { expectOutcomes, invalid, type AnswerBody } from './outcomes';
import { refusedBodies } from './whole-bodies';

export interface OperatorInput<S> {
  readonly asker?: (service: S) => ApiClient;
  readonly method: Method;
  readonly path: string;
  readonly body: (service: S) => object | Promise<object>;
}

const DRY_RUNS_MISSPELT = ['dry_run=', 'dry_run=1', 'dry_run=TRUE', 'dry_run=true&dry_run=true'];

export function describeOperator<S extends HostileService>(
  { service, expectInvariants }: Suite<S>,
  { asker = ({ admin }) => admin, method, path, body }: OperatorInput<S>,
): void {
  it('refuses a body that is no JSON object or too large', async () => {
    const usual = JSON.stringify(await body(service()));
    const before = await service().writtenRows();

    await expectOutcomes(casesOf(refusedBodies(usual)), (each) =>
      asker(service()).send<AnswerBody>(method, path, each.body, each.headers),
    );
    expect(await service().writtenRows()).toEqual(before);
  });

  if (path.startsWith('/admin/')) {
    it('changes nothing where a dry run is asked for in another way', async () => {
      const usual = JSON.stringify(await body(service()));
      const before = await service().writtenRows();

      await expectOutcomes(
        DRY_RUNS_MISSPELT.map((what) => ({ what, expected: invalid('dry_run') })),
        ({ what }) => asker(service()).send<AnswerBody>(method, `${path}?${what}`, usual),
      );
      expect(await service().writtenRows()).toEqual(before);
    });
  }

  it('answers whatever body with success or a refusal, never with a fault of ours', async () => {
    const usual = await body(service());
    await fc.assert(
      fc.asyncProperty(mutation(Object.keys(usual)), async (by) => {
        const odd = mutate(usual, by);

        const { status } = await asker(service()).send(method, path, JSON.stringify(odd));

        expect([200, 201, 400, 404, 409]).toContain(status);
      }),
      { numRuns: 150 },
    );
    await expectInvariants(service());
  });
}
