import { join } from 'node:path';
import { readManifest } from '../src/manifest/read-manifest';

const demo = readManifest(join(__dirname, '../../../deploy/demo/company.yaml'));

const valuesOf = (entries: readonly Readonly<Record<string, unknown>>[], field: string) =>
  [...new Set(entries.map((entry) => entry[field]))].sort();

it('has technicians, customers, locations and jobs enough to look around', () => {
  expect(demo.technicians).toHaveLength(6);
  expect(demo.customers).toHaveLength(40);
  expect(demo.customers.flatMap(({ locations }) => locations)).toHaveLength(60);
  expect(demo.assets).toHaveLength(80);
  expect(demo.inventory_items).toHaveLength(60);
  expect(demo.jobs).toHaveLength(120);
});

it('shows jobs in all nine statuses and of every priority', () => {
  expect(valuesOf(demo.jobs, 'job_status')).toEqual([
    ...['Assigned', 'Cancelled', 'Closed', 'Completed', 'In Progress'],
    ...['Invoiced', 'On Hold', 'Paid', 'Pending'],
  ]);
  expect(valuesOf(demo.jobs, 'job_priority')).toEqual(['High', 'Low', 'Medium', 'Urgent']);
});

it('knows of every asset how much it ran and what was done on it', () => {
  const types = valuesOf(demo.assets, 'asset_type');

  expect(types).toHaveLength(6);
  expect(
    demo.assets.filter(
      ({ meters, service_records: records = [] }) =>
        records.length === 0 ||
        meters.length === 0 ||
        meters.some(({ readings }) => !Array.isArray(readings) || readings.length === 0),
    ),
  ).toEqual([]);
});

it('links jobs to assets that stand where the job is', () => {
  const place = new Map(demo.assets.map(({ ref, location }) => [ref, location]));
  const links = demo.jobs.flatMap(({ assets = [], location }) =>
    assets.map((asset) => ({ asset, location })),
  );

  expect(links.length).toBeGreaterThan(30);
  expect(links.filter(({ asset, location }) => place.get(asset) !== location)).toEqual([]);
});

it('has stock of every item move, in each way that a person can move it', () => {
  const places = demo.inventory_items.flatMap(({ stock }) => Object.keys(stock));
  const movements = demo.inventory_items.flatMap(({ movements: told = [] }) => told);

  expect(new Set(places).size).toBe(6);
  expect(demo.inventory_items.filter(({ stock }) => Object.keys(stock).length === 0)).toEqual([]);
  expect(valuesOf(movements, 'type')).toEqual(['Add', 'Adjust', 'Remove', 'Transfer']);
});

it('gives work to those who are still there, and to none two jobs at once', () => {
  const active = new Set(
    demo.technicians.filter(({ status }) => status === 'Active').map(({ ref }) => ref),
  );
  const assigned = demo.jobs.filter(({ technician }) => technician);
  const starts = assigned.map(
    ({ technician, scheduled_start }) => `${technician} ${scheduled_start}`,
  );

  expect(assigned.filter(({ technician }) => !active.has(String(technician)))).toEqual([]);
  expect(new Set(starts).size).toBe(starts.length);
});

it('has an owner and a manager who can sign in', () => {
  expect(demo.users).toMatchObject([
    { role: 'owner', password: expect.any(String) },
    { role: 'manager', password: expect.any(String) },
  ]);
});

it('has a key for everything and one that only reads', () => {
  expect(demo.api_keys).toEqual([
    { ref: 'full', name: 'Full access', mode: 'live', scopes: 'all' },
    expect.objectContaining({ ref: 'reports', scopes: expect.not.arrayContaining(['jobs:write']) }),
  ]);
});
