import { findMetricProblems } from '../src';

const page = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

describe('a page of metrics', () => {
  it('has no problem where it keeps to the rules', async () => {
    const fine = page(
      '# HELP fsm_deliveries_total Deliveries, by how they ended.',
      '# TYPE fsm_deliveries_total counter',
      'fsm_deliveries_total{status="succeeded",error="a{le=\\"x\\"}"} 7',
      '',
      '# HELP fsm_lag_seconds How long it took.',
      '# TYPE fsm_lag_seconds histogram',
      'fsm_lag_seconds_bucket{le="1"} 1',
      'fsm_lag_seconds_bucket{le="+Inf"} 1',
      'fsm_lag_seconds_sum 0.5',
      'fsm_lag_seconds_count 1',
      '',
      '# HELP process_open_fds Open files.',
      '# TYPE process_open_fds gauge',
      'process_open_fds 7',
    );

    expect(await findMetricProblems(fine)).toEqual([]);
  });

  it.each([
    ['gauge', 'fsm_things_total', 'fsm_things_total 1', 'is no counter: no _total'],
    ['counter', 'fsm_things', 'fsm_things 1', 'should end in _total'],
    ['gauge', 'things', 'things 1', 'lacks the prefix fsm_'],
    ['gauge', 'fsm_gauge_of_things', 'fsm_gauge_of_things 1', 'has a type in its name'],
    ['gauge', 'fsm_age_ms', 'fsm_age_ms 1', 'is in no base unit'],
    ['gauge', 'fsm_age_minutes', 'fsm_age_minutes 1', 'is in no base unit'],
    ['gauge', 'fsm_thingsNow', 'fsm_thingsNow 1', 'is in camelCase'],
    ['gauge', 'fsm_things', 'fsm_things{byCompany="1"} 1', 'is in camelCase'],
    ['gauge', 'fsm:things', 'fsm:things 1', 'has a colon'],
    ['gauge', 'fsm_things_count', 'fsm_things_count 1', 'is neither histogram nor summary'],
    ['gauge', 'fsm_things_bucket', 'fsm_things_bucket 1', 'is no histogram'],
    ['gauge', 'fsm_things', 'fsm_things{le="1"} 1', 'has a label le'],
  ])('has one with the %s %s', async (type, name, sample, problem) => {
    const help = `# HELP ${name} What it is.`;

    expect(await findMetricProblems(page(help, `# TYPE ${name} ${type}`, sample))).toContain(
      `${name} ${problem}`,
    );
  });

  it('has one without a help text, without a type, and twice', async () => {
    const problems = await findMetricProblems(
      page('# TYPE fsm_one gauge', 'fsm_one 1', 'fsm_two 2', '# TYPE fsm_one gauge', 'fsm_one 1'),
    );

    expect(problems).toEqual(
      expect.arrayContaining([
        'fsm_one has no help text',
        'fsm_two has no type',
        'fsm_one is twice',
      ]),
    );
  });
});
