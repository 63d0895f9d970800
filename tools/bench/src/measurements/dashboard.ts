import { measureBoard } from '../dashboard/board';
import { startBrowsing, type Browsing } from '../dashboard/browsing';
import { seedTechnicians } from '../dashboard/company';
import { measureFirstLoad } from '../dashboard/first-load';
import { measureLive } from '../dashboard/live';
import { measurePages } from '../dashboard/pages';
import { measureSearch } from '../dashboard/search';
import type { Finding, Measurement } from '../measurement';

const PARTS: readonly ((browsing: Browsing) => Promise<readonly Finding[]>)[] = [
  measureFirstLoad,
  measurePages,
  measureSearch,
  ({ bench }) => measureBoard(bench),
  ({ bench }) => measureLive(bench),
];

export const dashboard: Measurement = {
  name: 'dashboard',
  async measure(bench) {
    await seedTechnicians(bench);
    const browsing = await startBrowsing(bench, 'people');
    try {
      const findings: Finding[] = [];
      for (const part of PARTS) findings.push(...(await part(browsing)));
      return findings;
    } finally {
      await browsing.close();
    }
  },
};
