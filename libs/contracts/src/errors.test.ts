import { invalidFields, throwIfInvalid, type FieldError } from './errors';

const errors = (count: number): FieldError[] =>
  Array.from({ length: count }, (_, at) => ({ field: `f${at}`, message: `f${at} is wrong.` }));

describe('invalidFields', () => {
  it('names each field in the message and in errors', () => {
    expect(invalidFields(errors(2))).toMatchObject({
      code: 'validation_failed',
      message: 'f0 is wrong. f1 is wrong.',
      details: { errors: errors(2) },
    });
    expect(invalidFields(errors(50)).message).toMatch(/f49 is wrong\.$/);
  });

  it('names 50 and says how many more there are', () => {
    const { message, details } = invalidFields(errors(53));

    expect(details).toEqual({ errors: errors(50) });
    expect(message).toMatch(/f49 is wrong\. And 3 more\.$/);
  });
});

it('refuses what was found to be wrong, and nothing else', () => {
  expect(() => throwIfInvalid([])).not.toThrow();
  expect(() => throwIfInvalid(errors(2))).toThrow('f0 is wrong. f1 is wrong.');
});
