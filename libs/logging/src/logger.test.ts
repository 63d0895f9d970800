import { createLogger } from './logger';

const linesOf = (write: (log: ReturnType<typeof createLogger>) => void): unknown[] => {
  const lines: unknown[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  write(createLogger({ name: 'jobs', level: 'info', destination }));
  return lines;
};

describe('createLogger', () => {
  it('writes JSON lines with time, level and process', () => {
    const lines = linesOf((log) => log.child({ request_id: 'req_1' }).info('ready'));

    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        name: 'jobs',
        request_id: 'req_1',
        msg: 'ready',
      },
    ]);
  });

  it.each(['x-api-key', 'x-svc-context', 'authorization', 'password', 'secret', 'token', 'key'])(
    'never writes the value of %s',
    (field) => {
      // The type excludes these fields; a cast may bring them.
      const fields: object = { [field]: 'svc_live_1', headers: { [field]: 'svc_live_2' } };

      const [line] = linesOf((log) => log.info(fields, 'request'));

      expect(JSON.stringify(line)).not.toContain('svc_live');
    },
  );

  it.each(['err', 'error', 'cause'])('writes an error without values, as %s too', (field) => {
    const error = Object.assign(new Error('failed: "Ada Byron"'), { parameters: ['Ada Byron'] });
    const fields: object = { [field]: error };

    const [line] = linesOf((log) => log.error(fields, 'request failed'));

    expect(line).toMatchObject({
      [field]: { type: 'Error', message: 'failed: "…"', stack: expect.any(String) },
      msg: 'request failed',
    });
    expect(JSON.stringify(line)).not.toContain('Byron');
  });

  it('writes nothing of what was thrown and is no error', () => {
    const [line] = linesOf((log) => log.error({ err: { email: 'Ada Byron' } }, 'failed'));

    expect(line).toMatchObject({ err: { type: 'Object' } });
    expect(JSON.stringify(line)).not.toContain('Byron');
  });

  it('writes nothing below its level', () => {
    expect(linesOf((log) => log.debug('detail'))).toEqual([]);
  });
});
