import fc from 'fast-check';
import type { ObjectSchema } from 'joi';
import type { FieldCases } from './field-cases';
import { IN_ORDER, type Asked, type Cases } from './hostile-operation';
import { mutate, mutation, withField } from './odd-values';
import { describeOutcome, expectOutcomes, invalid, refused, shown } from './outcomes';
import { listFieldNames } from './service-under-test';
import type { RefusedBody } from './whole-bodies';

export function describeBody(asked: Asked, schema: ObjectSchema): void {
  const { own, emptyBody, inOrder, usual, send, writingNothing } = asked;
  const fields = asked.isCreate ? mapValues(own.fields ?? {}, withBlankAsNone) : (own.fields ?? {});
  const names = Object.keys(fields);

  it('refuses a body that is no JSON object, too large or empty', async () => {
    const { address, body } = await usual();

    await writingNothing(() =>
      expectOutcomes(toCases(asked.refusedBodies(JSON.stringify(body))), (each) =>
        send(address, each.body, each),
      ),
    );
  });

  const EMPTY = ['{}', '{"unknown":1}'];
  if (emptyBody === IN_ORDER) {
    it('takes a body without any field that it knows', async () => {
      const { address } = await usual();

      for (const empty of EMPTY) expect(describeOutcome(await send(address, empty))).toBe(inOrder);
    });
  } else {
    it('refuses a body without any field that it knows', async () => {
      const { address } = await usual();

      await writingNothing(async () => {
        for (const empty of EMPTY)
          expect(await send(address, empty)).toMatchObject({ body: { error: emptyBody } });
      });
    });
  }

  it('takes as large a body as there may be, and ignores what it does not know', async () => {
    await expectOutcomes(
      asked.acceptedBodies.map((each) => ({ ...each, expected: inOrder })),
      async ({ from, headers }) => {
        const { address, body } = await usual();
        return send(address, from(JSON.stringify(body)), { headers });
      },
    );
  });

  it('reads the last of a key that is there twice', async () => {
    const { address, body } = await usual();
    const [name] = names;

    const answer = await send(address, `{"${name}":[],${JSON.stringify(body).slice(1)}`);

    expect(describeOutcome(answer)).toBe(inOrder);
  });

  it('has all fields of its body in its table', () => {
    expect([...names].sort()).toEqual(listFieldNames(schema));
  });

  it.each(Object.entries(fields))('refuses what %s cannot be', async (name, field) => {
    const { address, body = {} } = await usual();
    const cases = [
      ...field.refused.map(({ value, error, within }) => ({
        value,
        expected:
          error === 'validation_failed'
            ? invalid(...(within.length > 0 ? within : ['']).map((place) => `${name}${place}`))
            : refused(error),
      })),
      ...['a\0b', 'a\ud800'].map((value) => ({ value, expected: invalid(name) })),
    ];

    await writingNothing(() =>
      expectOutcomes(
        cases.map((each) => ({ ...each, what: shown(each.value) })),
        ({ value }) => send(address, withField(body, name, value)),
      ),
    );
  });

  it.each(Object.entries(fields))('takes whatever %s can be', async (name, field) => {
    await expectOutcomes(
      field.accepted.map((value) => ({ value, what: shown(value), expected: inOrder })),
      async ({ value }) => {
        const { address, body = {} } = await usual();
        return send(address, withField(body, name, value));
      },
    );
  });

  it('responds to any body as documented, never with an internal error', async () => {
    const { address } = await usual();
    await fc.assert(
      fc.asyncProperty(mutation(names), async (by) => {
        const odd = mutate(await asked.body(), by);

        asked.expectDocumented(await send(address, JSON.stringify(odd)));
      }),
      { numRuns: asked.randomBodies },
    );
    await asked.expectInvariants();
  });
}

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** "Blank is none": an optional field of a creation may be blank, or null unless its table refuses it. */
function withBlankAsNone({ accepted, refused: values }: FieldCases): FieldCases {
  if (!accepted.includes(undefined)) return { accepted, refused: values };
  const isNullRefused = values.some(({ value, within }) => value === null && within.length === 0);
  return {
    accepted: [...accepted, ...(isNullRefused ? [] : [null]), '', '  '],
    refused: values.filter(({ value, within }) => within.length > 0 || !isBlank(value)),
  };
}

const mapValues = (cases: Cases, map: (field: FieldCases) => FieldCases): Cases =>
  Object.fromEntries(Object.entries(cases).map(([name, field]) => [name, map(field)]));

export const toCases = (bodies: readonly RefusedBody[]) =>
  bodies.map((each) => ({ ...each, expected: refused(each.error, ...(each.fields ?? [])) }));

/** Fields that name other records or servers, or must be unique: an example invents them. */
const MADE_UP = /(?<!^external)_ids?$|^assigned_to$|^target_url$|_(email|phone)$|^part_number$/;

export function describeExample({ inOrder, usual, send }: Asked, example: object): void {
  it('does what its documented example asks for, with records that are there', async () => {
    const { address, body } = await usual();
    const there = Object.entries({ ...body, expected_version: 1 }).filter(
      ([name]) => name in example && (MADE_UP.test(name) || name === 'expected_version'),
    );

    const answer = await send(address, { ...example, ...Object.fromEntries(there) });

    expect(describeOutcome(answer)).toBe(inOrder);
  });
}
