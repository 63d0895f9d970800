import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './platform';

const MONITORING = join(ROOT, 'deploy/kubernetes/components/monitoring');

export interface Query {
  readonly of: string;
  readonly expr: string;
}

export interface Asked {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly named: readonly string[];
}

interface Rules {
  readonly spec: {
    readonly groups: readonly {
      readonly rules: readonly { alert?: string; record?: string; expr: string }[];
    }[];
  };
}
interface Dashboard {
  readonly panels: readonly { title: string; targets: readonly { expr: string }[] }[];
}

const read = (...path: readonly string[]): string =>
  readFileSync(join(MONITORING, ...path), 'utf8');

export function queries(): Query[] {
  const rules = ['ratios.yaml', 'alerts.yaml'].flatMap((file) =>
    (parse(read(file)) as Rules).spec.groups.flatMap((group) =>
      group.rules.map(({ alert, record, expr }) => ({ of: alert ?? String(record), expr })),
    ),
  );
  const panels = readdirSync(join(MONITORING, 'dashboards')).flatMap((file) =>
    (JSON.parse(read('dashboards', file)) as Dashboard).panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({ of: `${file}: ${title}`, expr })),
    ),
  );
  return [...rules, ...panels];
}

export const recorded = (): ReadonlySet<string> =>
  new Set(
    (parse(read('ratios.yaml')) as Rules).spec.groups.flatMap(({ rules }) =>
      rules.map(({ record }) => String(record)),
    ),
  );

const WORDS = ['and', 'or', 'unless', 'on', 'ignoring', 'by', 'without', 'bool'];
/** A metric with its matchers, or a function or operator before a parenthesis. */
const SELECTOR = /([a-zA-Z_:][\w:]*)\s*(\{[^}]*\}|\()?/g;
const MATCHER = /(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g;
const GROUPING = /\b(?:by|without|on)\s*\(([^)]*)\)/g;

/** Labels of `by (…)` must exist in one of the metrics. */
export function askedBy(expr: string): { metrics: Asked[]; groupedBy: string[] } {
  const groupedBy = [...expr.matchAll(GROUPING)].flatMap(([, labels = '']) =>
    labels.split(',').map((label) => label.trim()),
  );
  const rest = expr.replaceAll(GROUPING, '').replaceAll(/\[[^\]]*\]/g, '');
  const metrics = [...rest.matchAll(SELECTOR)]
    .filter(([, name = '', after]) => after !== '(' && !WORDS.includes(name))
    .map(([, name = '', matchers = '']) => {
      const all = [...matchers.matchAll(MATCHER)];
      return {
        name,
        labels: Object.fromEntries(
          all
            .filter(([, , operator]) => operator === '=')
            .map(([, label, , value]) => [label, value]),
        ) as Record<string, string>,
        named: all.map(([, label = '']) => label),
      };
    });
  return { metrics, groupedBy };
}
