import { DASHBOARD_PATH } from '@svc/contracts';
import type { Demo } from './demo/apply-demo';
import { toLocalUrl } from './environment';
import type { System } from './start-system';

export const getDashboardUrl = ({ gateway }: System): string => `${gateway}${DASHBOARD_PATH}`;

export function printAddresses(
  system: System,
  demo: Demo | undefined,
  report: (line: string) => void,
): void {
  const { gateway, placed } = system;
  report('');
  report(`Gateway    ${gateway}`);
  report(`Docs       ${gateway}/docs`);
  report(`Dashboard  ${getDashboardUrl(system)}`);
  if (demo?.login) report(`Sign in    ${demo.login.email} with ${demo.login.password}`);
  const metrics = placed.map(
    ({ label, listeners }) => `${label} ${toLocalUrl(listeners.metricsPort)}`,
  );
  for (const [at, each] of metrics.entries()) {
    report(`${at === 0 ? 'Metrics' : '       '}    ${each}/metrics`);
  }
  if (demo?.apiKey) {
    report(`API key    ${demo.apiKey}`);
    report(`Try        curl -H 'X-API-Key: ${demo.apiKey}' '${gateway}/api/v1/jobs?per_page=3'`);
  } else if (demo) {
    report('API key    created earlier; create another with npm run fsm -- key create');
  }
  report('');
  report('Press Ctrl-C to stop.');
}
