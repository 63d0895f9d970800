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

  it.each(['x-api-key', 'x-svc-context', 'authorization', 'password', 'secret', 'key'])(
    'never writes the value of %s',
    (field) => {
      const [line] = linesOf((log) =>
        log.info({ [field]: 'svc_live_1', headers: { [field]: 'svc_live_2' } }, 'request'),
      );

      expect(JSON.stringify(line)).not.toContain('svc_live');
    },
  );

  it('writes nothing below its level', () => {
    expect(linesOf((log) => log.debug('detail'))).toEqual([]);
  });
});
