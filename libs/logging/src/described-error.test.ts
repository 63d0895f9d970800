import { describeError, toErrorText } from './described-error';

const databaseError = (fields: Readonly<Record<string, unknown>>): Error =>
  Object.assign(new Error(String(fields['message'])), {
    name: 'error',
    severity: 'ERROR',
    ...fields,
  });

const written = (error: unknown): string => JSON.stringify(describeError(error));

describe('what is written of an error', () => {
  it('of a constraint: its name, its table, the statement and where', () => {
    const error = databaseError({
      message: 'duplicate key value violates unique constraint "customers_email_key"',
      code: '23505',
      detail: 'Key (email)=(olive@acme.example) already exists.',
      schema: 'customers',
      table: 'customers',
      constraint: 'customers_email_key',
      statement: 'insert_customer_4',
      where: 'PL/pgSQL function olive() line 1',
    });

    expect(describeError(error)).toEqual({
      type: 'error',
      code: '23505',
      message: 'duplicate key value violates unique constraint "customers_email_key"',
      constraint: 'customers_email_key',
      table: 'customers',
      statement: 'insert_customer_4',
      stack: expect.stringMatching(/^ {4}at /),
    });
  });

  it.each([
    ['22P02', 'invalid input syntax for type integer: "olive@acme.example"'],
    ['22007', 'invalid input syntax for type timestamp: "olive@acme.example"'],
    ['22003', 'value "olive@acme.example" is out of range for type integer'],
    ['P0001', 'olive@acme.example is not welcome'],
  ])('of SQLSTATE %s: not its text, which repeats what was sent', (code, message) => {
    const error = databaseError({ code, message, routine: 'pg_strtoint32_safe' });

    expect(describeError(error)).toMatchObject({ code, routine: 'pg_strtoint32_safe' });
    expect(written(error)).not.toContain('olive');
    expect(toErrorText(error)).toBe(`error ${code}`);
  });

  it('of TypeORM: neither the parameters nor the statement', () => {
    const driverError = databaseError({
      message: 'null value in column "name" of relation "customers" violates not-null constraint',
      code: '23502',
      column: 'name',
      detail: 'Failing row contains (1, olive@acme.example, 1 Main Street).',
    });
    const error = Object.assign(new Error(driverError.message), driverError, {
      name: 'QueryFailedError',
      query: "insert into customers values ('olive@acme.example')",
      parameters: ['olive@acme.example', '1 Main Street'],
      driverError,
    });

    expect(describeError(error)).toMatchObject({
      type: 'QueryFailedError',
      code: '23502',
      column: 'name',
    });
    expect(written(error)).not.toMatch(/olive|Main|insert/);
  });

  it.each([
    ['a quoted value', 'Received type string ("Olive Byron")'],
    ['a value with quotes in it', 'Received "Olive "the" Byron" here'],
    ['a value that is longer than what is written', `Received "Olive ${'x'.repeat(5_000)} Byron"`],
    ['single quotes', "no such user 'Olive Byron', they said"],
    ['an e-mail address', '550 olive.byron@acme.example: no such user'],
    ['angle brackets', 'all recipients were rejected: 550 <Olive Byron>'],
    ['what stands for a record', 'matching: {\n "name": "Olive Byron" }'],
    ['a telephone number', 'not a number: +1 (212) 555-0101 Olive'.replace(' Olive', '')],
    [
      'a URL',
      'Failed to parse URL from https://olive:byron@erp.example/Olive/Byron?token=555-0101',
    ],
    ['an API key', 'svc_live_555-0101Byron is not known'],
    ['a signing secret', 'whsec_555-0101Byron does not fit'],
  ])('hides %s', (_, message) => {
    expect(written(new Error(message))).not.toMatch(/olive|byron|555|0101/i);
  });

  it.each([
    'connect ECONNREFUSED 127.0.0.1:5432',
    'JetStream: maximum messages exceeded.',
    'No confirmation within 5000 ms.',
    'Permissions violation for publish to "fsm.jobs.job.created"',
    "Can't set headers after they are sent; don't.",
  ])('leaves %p as it is', (message) => {
    expect(describeError(new Error(message)).message).toBe(message);
  });

  it.each(['DomainError', 'ValidationError', 'SyntaxError', 'EntityNotFoundError'])(
    'has no text of a %s, which is about a value',
    (name) => {
      const error = Object.assign(new Error('Olive Byron is no such thing.'), {
        name,
        code: 'not_found',
        details: { errors: ['Olive Byron'] },
        _original: { name: 'Olive Byron' },
      });

      expect(describeError(error)).toEqual({
        type: name,
        code: 'not_found',
        stack: expect.any(String),
      });
    },
  );

  it('follows causes and errors that were collected, to a bound', () => {
    const cause = databaseError({ code: '22P02', message: 'invalid: "olive"', detail: 'olive' });
    const endless: Error = new Error('again');
    endless.cause = endless;
    const error = new AggregateError([cause, ...Array<Error>(100).fill(endless)], 'all failed', {
      cause,
    });

    const described = describeError(error);

    expect(described.cause).toMatchObject({ code: '22P02' });
    expect(described.errors?.[0]).toMatchObject({ code: '22P02' });
    expect(described.errors).toHaveLength(5);
    expect(written(error)).not.toContain('olive');
    expect(written(error).length).toBeLessThan(30_000);
  });

  it.each([['olive'], [undefined], [null], [42], [{ email: 'olive' }]])(
    'of %j, which is no error, tells only that',
    (thrown) => {
      expect(written(thrown)).not.toMatch(/olive|42/);
    },
  );

  it('has no frame that a message invented', () => {
    const error = new Error('x\n    at Olive Byron');

    expect(written(error)).not.toContain('Byron (');
    expect(describeError(error).stack).not.toContain('Olive');
  });
});
