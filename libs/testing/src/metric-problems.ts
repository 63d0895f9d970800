import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

interface Family {
  readonly name: string;
  help: string;
  type: string;
  readonly labels: Set<string>;
}

const PREFIX = /^(fsm|nodejs|process)_/;
const CAMEL_CASE = /[a-z][A-Z]/;
const TYPES = ['counter', 'gauge', 'histogram', 'summary'];
/** Base units are seconds, bytes and ratios. */
const OTHER_UNITS =
  /^(s|ms|us|ns|sec|m|h|d|b|kb|mb|gb|tb|pb|milliseconds?|microseconds?|nanoseconds?|minutes?|hours?|days?|weeks?|bits?|kilobytes?|megabytes?|gigabytes?|percent)$/;

/** The rules of `promtool check metrics`, and our prefix. */
const RULES: readonly (readonly [broken: (family: Family) => boolean, problem: string])[] = [
  [({ name }) => !PREFIX.test(name), 'lacks the prefix fsm_'],
  [({ help }) => help === '', 'has no help text'],
  [({ type }) => !TYPES.includes(type), 'has no type'],
  [({ name, type }) => type === 'counter' && !name.endsWith('_total'), 'should end in _total'],
  [({ name, type }) => type !== 'counter' && name.endsWith('_total'), 'is no counter: no _total'],
  [({ name, type }) => type !== 'histogram' && name.endsWith('_bucket'), 'is no histogram'],
  [
    ({ name, type }) => !/histogram|summary/.test(type) && /_(count|sum)$/.test(name),
    'is neither histogram nor summary',
  ],
  [({ labels, type }) => type !== 'histogram' && labels.has('le'), 'has a label le'],
  [({ labels, type }) => type !== 'summary' && labels.has('quantile'), 'has a label quantile'],
  [({ name }) => name.split('_').some((word) => TYPES.includes(word)), 'has a type in its name'],
  [({ name }) => name.split('_').some((word) => OTHER_UNITS.test(word)), 'is in no base unit'],
  [({ name }) => name.includes(':'), 'has a colon'],
  [
    ({ name, labels }) => [name, ...labels].some((each) => CAMEL_CASE.test(each)),
    'is in camelCase',
  ],
];

/** Also asks promtool where installed. */
export async function findMetricProblems(page: string): Promise<string[]> {
  const families = [...familiesOf(page)];
  const names = families.map(({ name }) => name);
  return [
    ...names.filter((name, index) => names.indexOf(name) < index).map((name) => `${name} is twice`),
    ...families.flatMap((family) =>
      RULES.filter(([broken]) => broken(family)).map(([, problem]) => `${family.name} ${problem}`),
    ),
    ...(await problemsFromPromtool(page)),
  ];
}

function familiesOf(page: string): Iterable<Family> {
  const families: Family[] = [];
  for (const line of page.split('\n')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? [];
    const latest = families.at(-1);
    if (keyword === 'HELP') {
      families.push({ name, help: rest.trim(), type: '', labels: new Set() });
    } else if (keyword === 'TYPE' && latest?.name === name) {
      latest.type = rest;
    } else if (keyword === 'TYPE') {
      families.push({ name, help: '', type: rest, labels: new Set() });
    } else if (line !== '') {
      const [sample = ''] = /^[^\s{]*/.exec(line) ?? [];
      const isOfLatest = latest !== undefined && sample.startsWith(latest.name);
      const family = isOfLatest
        ? latest
        : { name: sample, help: '', type: '', labels: new Set<string>() };
      if (!isOfLatest) families.push(family);
      for (const [, label = ''] of line.matchAll(/[{,]([a-zA-Z_]\w*)="/g)) family.labels.add(label);
    }
  }
  return families;
}

async function problemsFromPromtool(page: string): Promise<string[]> {
  const promtool = spawn('promtool', ['check', 'metrics'], { stdio: ['pipe', 'pipe', 'pipe'] });
  const isThere = await new Promise<boolean>((resolve) => {
    promtool.once('spawn', () => resolve(true));
    promtool.once('error', () => resolve(false));
  });
  if (!isThere) return [];
  promtool.stdin.end(page);
  const said = await Promise.all([text(promtool.stdout), text(promtool.stderr)]);
  return said.join('\n').split('\n').filter(Boolean);
}
