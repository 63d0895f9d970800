import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROCESSES } from '@svc/contracts';
import { parse, stringify } from 'yaml';
import { findPromtool } from './find-programs';
import { describeManifests, ofKind, processesOf, render } from './render';

const MONITORING = join(__dirname, '../kubernetes/components/monitoring');
const RUNBOOKS = join(__dirname, '../runbooks');

interface Group {
  readonly name: string;
  readonly rules: readonly Rule[];
}
interface Rule {
  readonly alert?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}
interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly {
    readonly title: string;
    readonly datasource: { readonly uid: string };
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

const groupsOf = (file: string): readonly Group[] =>
  (
    parse(readFileSync(join(MONITORING, file), 'utf8')) as {
      readonly spec: { readonly groups: readonly Group[] };
    }
  ).spec.groups;

const groups = [...groupsOf('ratios.yaml'), ...groupsOf('alerts.yaml')];
const alerts = groups.flatMap(({ rules }) => rules).filter(({ alert }) => alert !== undefined);

const dashboards = readdirSync(join(MONITORING, 'dashboards')).map(
  (file) => JSON.parse(readFileSync(join(MONITORING, 'dashboards', file), 'utf8')) as Dashboard,
);

/** `OutboxLag` → `outbox-lag`. */
const runbookOf = (alert: string): string => alert.replaceAll(/(?<=.)[A-Z]/g, '-$&').toLowerCase();

/** The alerts that the project promises, and those that explain them. */
const ASKED = [
  ...['GatewayErrorBudgetFast', 'GatewayErrorBudgetSlow', 'GatewayLatency', 'OutboxLag'],
  ...['ConsumerLag', 'DeadLetters', 'WebhookQueueAge', 'BreakerOpen', 'AllowanceBlocks'],
  ...['StoreAway', 'DatabaseConnections', 'StreamDisk', 'FailingMails', 'Restarts', 'ProcessAway'],
];

describe('alerts', () => {
  it('are those that are asked for, each with its runbook, and no runbook is without its alert', () => {
    const runbooks = readdirSync(RUNBOOKS).filter((file) => file !== 'README.md');

    expect(alerts.map(({ alert }) => alert)).toEqual(ASKED);
    expect(runbooks.sort()).toEqual(ASKED.map((alert) => `${runbookOf(alert)}.md`).sort());
  });

  it.each(alerts.map((rule) => [String(rule.alert), rule] as const))(
    '%s tells how bad it is, what is the matter, and where it says what to do',
    (alert, { labels, annotations }) => {
      const runbook = readFileSync(join(RUNBOOKS, `${runbookOf(alert)}.md`), 'utf8');

      expect(labels?.['severity']).toMatch(/^(critical|warning)$/);
      expect(annotations?.['summary']).toMatch(/\.$/);
      expect(annotations?.['runbook_url']).toBe(`runbooks/${runbookOf(alert)}.md`);
      expect(runbook).toMatch(new RegExp(`^# ${alert}\n`));
      expect(runbook.match(/^## .*/gm)).toEqual(['## How to look', '## What to do']);
    },
  );
});

describe('dashboards', () => {
  it('are of the gateway, the contexts, events, webhooks and the business', () => {
    expect(dashboards.map(({ uid }) => uid)).toEqual(
      ['business', 'contexts', 'events', 'gateway', 'webhooks'].map(
        (name) => `field-service-${name}`,
      ),
    );
  });

  it.each(dashboards.map((dashboard) => [dashboard.title, dashboard] as const))(
    '%s asks whichever Prometheus is chosen, and names in legends only what the query keeps',
    (_, { panels }) => {
      for (const { datasource, targets } of panels) {
        expect(datasource.uid).toBe('${datasource}');
        for (const { expr, legendFormat } of targets) {
          const kept = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, by = '']) =>
            by.split(', '),
          );
          for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
            expect(kept).toContain(label);
          }
        }
      }
    },
  );
});

describeManifests('the production overlay', () => {
  const manifests = describeManifests === describe ? render('overlays/production') : [];

  it('has each process asked for its metrics', () => {
    const [monitor] = ofKind(manifests, 'ServiceMonitor').map(
      ({ spec }) =>
        spec as {
          readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
          readonly endpoints: readonly { readonly port: string }[];
        },
    );
    const services = ofKind(manifests, 'Service').filter(({ metadata: { labels = {} } }) =>
      Object.entries(monitor?.selector.matchLabels ?? {}).every(
        ([key, value]) => labels[key] === value,
      ),
    );

    expect(services.map(({ metadata: { name } }) => name).sort()).toEqual([...PROCESSES].sort());
    for (const { spec } of services) {
      const { ports } = spec as { readonly ports: readonly { readonly name: string }[] };
      expect(ports.map(({ name }) => name)).toContain(monitor?.endpoints[0]?.port);
    }
  });

  it('lets Prometheus in to the metrics of processes alone', () => {
    const policy = ofKind(manifests, 'NetworkPolicy').find(
      ({ metadata: { name } }) => name === 'from-prometheus',
    );
    const ports = processesOf(manifests).flatMap(({ spec }) =>
      spec.containers.flatMap(({ ports: own = [] }) =>
        own.filter(({ name }) => name === 'metrics').map(({ containerPort }) => containerPort),
      ),
    );

    expect([...new Set(ports)]).toEqual([9090]);
    expect(policy?.spec).toMatchObject({
      podSelector: { matchLabels: { 'app.kubernetes.io/component': 'process' } },
      ingress: [{ ports: [{ port: 9090 }] }],
    });
  });

  it('has alerts lead to the runbooks where people on call find them', () => {
    const { runbooks } = (
      parse(readFileSync(join(MONITORING, '../../overlays/production/settings.yaml'), 'utf8')) as {
        readonly data: Readonly<Record<string, string>>;
      }
    ).data;
    const rendered = ofKind(manifests, 'PrometheusRule')
      .flatMap(({ spec }) => (spec as { readonly groups: readonly Group[] }).groups)
      .flatMap(({ rules }) => rules)
      .filter(({ alert }) => alert !== undefined);

    expect(rendered.map(({ annotations }) => annotations?.['runbook_url'])).toEqual(
      ASKED.map((alert) => `${runbooks}/${runbookOf(alert)}.md`),
    );
  });

  it('gives Grafana every dashboard', () => {
    const given = ofKind(manifests, 'ConfigMap').find(
      ({ metadata: { labels } }) => labels?.['grafana_dashboard'] === '1',
    );

    const titles = Object.values(given?.data ?? {}).map(
      (text) => (JSON.parse(text) as Dashboard).title,
    );
    expect(titles.sort()).toEqual(dashboards.map(({ title }) => title).sort());
  });
});

const promtool = findPromtool();
if (!promtool) process.stderr.write('skipped: there is no promtool (PROMTOOL_BIN)\n');

(promtool ? describe : describe.skip)('promtool', () => {
  const dir = mkdtempSync(join(tmpdir(), 'deploy-rules-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  /** Returns the output; throws when promtool finds a fault. */
  const run = (...args: readonly string[]): string =>
    execFileSync(String(promtool), args, { cwd: dir, encoding: 'utf8', stdio: 'pipe' });

  it('finds nothing wrong with the rules', () => {
    writeFileSync(join(dir, 'rules.yaml'), stringify({ groups }));

    const rules = groups.reduce((count, { rules: each }) => count + each.length, 0);
    expect(run('check', 'rules', 'rules.yaml')).toContain(`SUCCESS: ${rules} rules found`);
  });

  it('can read every query of the dashboards', () => {
    const queries = dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets));
    const rules = queries.map(({ expr }, index) => ({
      record: `query:of_a_panel:${index}`,
      expr: expr.replaceAll('$__rate_interval', '1m'),
    }));
    writeFileSync(join(dir, 'queries.yaml'), stringify({ groups: [{ name: 'queries', rules }] }));

    expect(run('check', 'rules', 'queries.yaml')).toContain(`${rules.length} rules found`);
  });

  it('sees alerts come and go as alerts.yaml says', () => {
    writeFileSync(join(dir, 'rules.yaml'), stringify({ groups }));
    writeFileSync(join(dir, 'alerts.yaml'), readFileSync(join(__dirname, 'alerts.yaml'), 'utf8'));

    expect(run('test', 'rules', 'alerts.yaml')).toContain('SUCCESS');
  });
});
