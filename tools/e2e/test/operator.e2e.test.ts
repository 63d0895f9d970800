import { eventually } from '@svc/testing';
import { aJob, applyManifest, fsm, givenCompany, integrator } from './platform';

interface CreatedKey {
  readonly id: number;
  readonly key: string;
}

describe('the operator', () => {
  it('applies a manifest twice without a second record or key', async () => {
    const { ids } = await givenCompany('twice');
    const again = await givenCompany('twice');

    expect({ ...again.ids, api_keys: {} }).toEqual({ ...ids, api_keys: {} });
    expect(again.ids.api_keys['full']).toEqual({ id: ids.api_keys['full']?.id, key: null });
  });

  it('is told which field of a manifest is wrong', async () => {
    const manifest = {
      company: { slug: 'wrong', name: 'Wrong', timezone: 'America/New_York', plan: 'enterprise' },
      technicians: [{ ref: 'a', first_name: 'A', last_name: 'B', email: 'not an address' }],
    };

    await expect(applyManifest(manifest)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]*technicians\[0\]\.email[^\n]*\n$/),
    });
  });

  it('creates a key with scopes, changes them, and revokes it, each at once', async () => {
    await givenCompany('keys');
    const { id, key } = await fsm<CreatedKey>(
      ...['key', 'create', '--company', 'keys', '--name', 'reader', '--scope', 'jobs:read'],
    );
    const api = integrator(key);
    expect((await api.get('jobs')).status).toBe(200);
    expect((await api.get('customers')).body).toMatchObject({ error: 'insufficient_scope' });

    await fsm('key', 'update', String(id), '--scope', 'customers:read');
    expect((await api.get('jobs')).body).toMatchObject({ error: 'insufficient_scope' });
    expect((await api.get('customers')).status).toBe(200);

    await fsm('key', 'update', String(id), '--allow-ip', '203.0.113.0/24');
    expect((await api.get('customers')).body).toMatchObject({ error: 'forbidden' });
    await fsm('key', 'update', String(id), '--allow-any-ip');
    expect((await api.get('customers')).status).toBe(200);

    await fsm('key', 'revoke', String(id));
    expect((await api.get('customers')).status).toBe(401);
  });

  it('never sees a key again', async () => {
    const { key } = await givenCompany('once');

    const keys = await fsm<{ last4: string }[]>('key', 'list', '--company', 'once');

    expect(JSON.stringify(keys)).not.toContain(key);
    expect(keys).toMatchObject([{ name: 'Full', mode: 'test', last4: key.slice(-4) }]);
  });

  it('deletes and restores a job and a customer', async () => {
    const { api, ids } = await givenCompany('removal');
    const location = ids.customer_locations['shop'];
    const created = await api.post('jobs', aJob(location, 'Compressor is loud'));
    const { job_id: job } = created.body['data'] as { job_id: number };
    const customer = ids.customers['bakery'];

    const outcome = await fsm('job', 'delete', String(job), '--company', 'removal');
    expect(outcome).toEqual({ id: job, deleted: true });
    expect((await api.get(`jobs?id=${job}`)).status).toBe(404);
    await fsm('job', 'restore', String(job), '--company', 'removal');
    expect((await api.get(`jobs?id=${job}`)).body).toMatchObject({ data: { version: 3 } });

    await fsm('customer', 'delete', String(customer), '--company', 'removal');
    expect((await api.get(`customers?id=${customer}`)).status).toBe(404);
    await eventually(async () => {
      const refused = await api.post('jobs', aJob(location, 'Nobody is there'));
      expect(refused.body).toMatchObject({ error: 'validation_failed' });
    });
    await fsm('customer', 'restore', String(customer), '--company', 'removal');
    expect((await api.get(`customers?id=${customer}`)).status).toBe(200);
  });

  it('does not see a record of another company', async () => {
    const { ids } = await givenCompany('one');
    await givenCompany('other');
    const customer = String(ids.customers['bakery']);

    await expect(fsm('customer', 'delete', customer, '--company', 'other')).rejects.toMatchObject({
      code: 1,
    });
  });
});
