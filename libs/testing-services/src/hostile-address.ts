import { withParameter, type AskedOperation } from './hostile-operation';
import { describeOutcome, expectOutcomes, invalid, refused, shown } from './outcomes';
import { isAnyId } from './service-under-test';

const UNHEARD_OF = 'unheard-of';

export function describeAddress(asked: AskedOperation): void {
  const { contract, operation, ofRecords, inOrder, usual, send, writingNothing } = asked;
  const { selectors, where } = operation;
  const fixed = selectors.filter((selector) => !isAnyId(where[selector]));

  it('takes what the other tests mutate', async () => {
    const { address, body } = await usual();

    expect(describeOutcome(await send(address, body))).toBe(inOrder);
  });

  for (const selector of ofRecords) {
    it(`takes nothing but the id of a record as ${selector}`, async () => {
      const { address, body } = await usual();
      const wrong = ['', 'x', '0', '-1', '01', '1.5', '1.0', '1e3', '%201'];
      const unknown = ['987654321', '9007199254740991', '9007199254740993', '9'.repeat(30)];
      const cases = [
        ...wrong.map((value) => ({ values: [value], expected: invalid(selector) })),
        ...unknown.map((value) => ({ values: [value], expected: refused('not_found') })),
        { values: ['1', '1'], expected: invalid(selector) },
      ];

      await writingNothing(() =>
        expectOutcomes(
          cases.map((each) => ({ ...each, what: shown(each.values) })),
          ({ values }) => send(withParameter(address, selector, ...values), body),
        ),
      );
    });
  }

  if (ofRecords.length > 0) {
    it('is not found by another company', async () => {
      const { address, body } = await usual();

      await writingNothing(async () => {
        const answer = await send(address, body, { companyId: 2 });
        expect(describeOutcome(answer)).toBe(refused('not_found'));
        asked.expectDocumented(answer);
      });
    });
  }

  it('is not addressed with a selector less or more', async () => {
    const { address, body } = await usual();
    const rows = Object.values(contract.operations).filter(
      ({ method }) => method === operation.method,
    );
    const isRow = (given: readonly string[]): boolean =>
      rows.some(
        (row) =>
          row.selectors.length === given.length &&
          given.every((each) => isAnyId(row.where[each]) || row.where[each] === where[each]),
      );
    const missing = selectors.filter(
      (selector) => !isRow(selectors.filter((each) => each !== selector)),
    );
    const others = contract.selectors.filter((selector) => !selectors.includes(selector));

    await writingNothing(async () => {
      for (const mutated of [
        ...missing.map((selector) => withParameter(address, selector)),
        ...others.map((selector) => withParameter(address, selector, UNHEARD_OF)),
      ]) {
        expect(await send(mutated, body)).toMatchObject({
          status: 400,
          body: { error: 'validation_failed', errors: { length: 1 } },
        });
      }
    });
  });

  for (const selector of fixed) {
    it(`takes ${selector} as its row of the endpoint table has it, and once`, async () => {
      const { address, body } = await usual();
      const value = String(where[selector]);
      const cases = [[UNHEARD_OF], [''], [value.toUpperCase()], [value, value]].filter(
        (values) => values.join() !== value,
      );

      await writingNothing(() =>
        expectOutcomes(
          cases.map((values) => ({ values, what: shown(values), expected: invalid(selector) })),
          ({ values }) => send(withParameter(address, selector, ...values), body),
        ),
      );
    });
  }
}
