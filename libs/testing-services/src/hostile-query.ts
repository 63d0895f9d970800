import type { ObjectSchema } from 'joi';
import { inQuery } from './field-cases';
import { withParameter, type Asked, type Cases } from './hostile-operation';
import { expectOutcomes, invalid, shown } from './outcomes';
import { listFieldNames } from './service-under-test';

/** `include` is a parameter only where records may be removed. */
export const LIST: Cases = {
  page: inQuery.page(),
  per_page: inQuery.perPage(),
  cursor: inQuery.cursor(),
  include: inQuery.include(),
  updated_since: inQuery.timestamp(),
};

const casesOfLists = (names: readonly string[]): Cases =>
  names.includes('page')
    ? Object.fromEntries(Object.entries(LIST).filter(([name]) => names.includes(name)))
    : {};

export function describeQuery(asked: Asked, schema: ObjectSchema | undefined): void {
  const { own, companions = {}, inOrder, usual, send, writingNothing } = asked;
  const parameters = { ...casesOfLists(listFieldNames(schema)), ...own.query };

  const usualFor = async (name: string) => {
    const { address, body } = await usual();
    const companion = companions[name];
    return { address: companion === undefined ? address : `${address}&${companion}`, body };
  };

  it('refuses a query that is too large or not text', async () => {
    const { address, body } = await usual();
    const cases = [
      { what: '101 parameters', added: parametersUpTo(101, address), expected: invalid('query') },
      { what: '8 KiB and a byte', added: bytesUpTo(8_193, address), expected: invalid('query') },
      { what: 'no UTF-8', added: '&x=%ff', expected: invalid('x') },
      { what: 'half of a surrogate pair', added: '&x=%ed%a0%80', expected: invalid('x') },
      { what: 'U+0000', added: '&x=%00', expected: invalid('x') },
      { what: 'U+0000 in a name', added: '&x%00=1', expected: invalid('x\0') },
      { what: 'no percent-encoding', added: '&x=%zz', expected: invalid('x') },
    ];

    await writingNothing(() =>
      expectOutcomes(cases, ({ added }) => send(`${address}${added}`, body)),
    );
  });

  it('takes as large a query as there may be, and ignores what it does not know', async () => {
    const cases = [
      { what: '100 parameters', added: (address: string) => parametersUpTo(100, address) },
      { what: '8 KiB', added: (address: string) => bytesUpTo(8_192, address) },
      { what: 'members of objects', added: () => '&__proto__=1&constructor=1&toString=1' },
    ];

    await expectOutcomes(
      cases.map((each) => ({ ...each, expected: inOrder })),
      async ({ added }) => {
        const { address, body } = await usual();
        return send(`${address}${added(address)}`, body);
      },
    );
  });

  it('has all parameters of its query in its table', () => {
    expect(Object.keys(parameters).sort()).toEqual(listFieldNames(schema));
  });

  for (const [name, field] of Object.entries(parameters)) {
    it(`refuses what ${name} cannot be`, async () => {
      const { address, body } = await usualFor(name);
      const encode = (value: unknown) => encodeURIComponent(String(value));
      const usualValue = encode(field.accepted[0]);
      const cases = [
        ...field.refused.map(({ value }) => (value === undefined ? [] : [encode(value)])),
        [usualValue, usualValue],
      ];

      await writingNothing(() =>
        expectOutcomes(
          cases.map((values) => ({ values, what: shown(values), expected: invalid(name) })),
          ({ values }) => send(withParameter(address, name, ...values), body),
        ),
      );
    });

    it(`takes whatever ${name} can be`, async () => {
      await expectOutcomes(
        field.accepted.map((value) => ({ value, what: shown(value), expected: inOrder })),
        async ({ value }) => {
          const { address, body } = await usualFor(name);
          return send(withParameter(address, name, encodeURIComponent(String(value))), body);
        },
      );
    });
  }
}

const queryIn = (address: string): string => address.split('?')[1] ?? '';

const parametersUpTo = (count: number, address: string): string =>
  '&x=1'.repeat(count - queryIn(address).split('&').filter(Boolean).length);

const bytesUpTo = (count: number, address: string): string =>
  `&x=${'y'.repeat(count - queryIn(address).length - '&x='.length)}`;
