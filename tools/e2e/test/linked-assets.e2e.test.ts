import { eventually } from '@svc/testing';
import { applyManifest, givenCompany, givenJob, runFile, type Answer, type Api } from './platform';

const UNKNOWN_ASSET = 987_654_321;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-0[45]:00$/;

interface Types {
  readonly asset_types: Readonly<Record<string, number>>;
}

async function given(slug: string) {
  const { api, ids } = await givenCompany(slug);
  const applied = await applyManifest({
    company: { slug },
    asset_types: [{ ref: 'cooler', name: 'Cooler' }],
  });
  const { asset_types: types } = applied as typeof applied & Types;
  const locationId = ids.customer_locations['shop'];

  async function givenAsset(name: string): Promise<number> {
    const created = await api.post('assets', {
      asset_name: name,
      asset_type_id: types['cooler'],
      location_id: locationId,
    });
    expect([name, created.status]).toEqual([name, 201]);
    return Number((created.body['data'] as { asset_id: number }).asset_id);
  }

  return {
    slug,
    api,
    givenAsset,
    givenJob: (title: string, links: object) => givenJob(api, locationId, title, links),
  };
}

type Link = Readonly<Record<string, unknown>>;

const linksOf = async (api: Api, jobId: number): Promise<Link[]> => {
  const { status, body } = await api.get(`jobs?id=${jobId}`);
  expect(status).toBe(200);
  return (body['data'] as { assets: Link[] }).assets;
};

const linkedTo = async (api: Api, jobId: number): Promise<unknown[]> =>
  (await linksOf(api, jobId)).map(({ asset_id }) => asset_id);

async function removeAsset(slug: string, assetId: number): Promise<void> {
  const { admin, admin_token: token } = runFile();
  const path = `companies/${slug}/assets/assets/${assetId}/delete`;
  const response = await fetch(`${admin}/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
}

const refusalOf = ({ status, body }: Answer) => [status, body['error']];

describe('the assets of a job', () => {
  it('are those of the company that there are, each once', async () => {
    const { slug, api, givenAsset, givenJob } = await given('links');
    const theirs = await given('links-of-others');
    const [chiller, freezer, removed] = [
      await givenAsset('Chiller'),
      await givenAsset('Freezer'),
      await givenAsset('Sold cooler'),
    ];
    const foreign = await theirs.givenAsset('Not yours');
    await removeAsset(slug, removed);
    await eventually(async () => {
      const job = await givenJob('Check the removed one', { asset_ids: [removed] });
      expect(await linkedTo(api, job)).toEqual([]);
    });

    const job = await givenJob('Check both units', {
      asset_ids: [freezer, UNKNOWN_ASSET, chiller, removed, foreign, freezer],
      asset_relationship_type: 'inspected',
    });

    const link = {
      asset_tag: expect.stringMatching(/^AST-\d{6}$/),
      asset_status: 'Active',
      relationship_type: 'inspected',
      relationship_notes: null,
      linked_at: expect.stringMatching(TIMESTAMP),
    };
    expect(await linksOf(api, job)).toEqual([
      { ...link, asset_id: chiller, asset_name: 'Chiller' },
      { ...link, asset_id: freezer, asset_name: 'Freezer' },
    ]);
  });

  it('are refused when they are no ids', async () => {
    const { api, givenJob } = await given('no-links');
    const job = await givenJob('Check it', {});

    for (const asset_ids of [[0], ['1'], [1.5], 'everything']) {
      expect(refusalOf(await api.put(`jobs?id=${job}`, { asset_ids }))).toEqual([
        400,
        'validation_failed',
      ]);
    }
  });

  it('show their names and statuses as they are now', async () => {
    const { api, givenAsset, givenJob } = await given('current');
    const chiller = await givenAsset('Chiller');
    const job = await givenJob('Chiller is loud', { asset_ids: [chiller] });
    const seen = async (change: object) => {
      const start = Date.now();
      await eventually(async () => expect(await linksOf(api, job)).toMatchObject([change]));
      return Date.now() - start;
    };

    expect((await api.patch(`assets?id=${chiller}`, { status: 'In Maintenance' })).status).toBe(
      200,
    );
    const statusMs = await seen({ asset_status: 'In Maintenance' });
    expect((await api.put(`assets?id=${chiller}`, { asset_name: 'Chiller, roof' })).status).toBe(
      200,
    );
    const nameMs = await seen({ asset_name: 'Chiller, roof', asset_status: 'In Maintenance' });

    process.stdout.write(
      `job shows a new status after ${statusMs} ms, a name after ${nameMs} ms\n`,
    );
  });

  it('are replaced as a whole, and those that stay keep when they were linked', async () => {
    const { api, givenAsset, givenJob } = await given('replaced');
    const [one, two, three] = [
      await givenAsset('One'),
      await givenAsset('Two'),
      await givenAsset('Three'),
    ];
    const job = await givenJob('Seasonal service', { asset_ids: [one, two] });
    const [, kept] = await linksOf(api, job);
    const linkedAt = Date.parse(String(kept?.['linked_at']));
    // Links are distinguished by their second.
    await eventually(() => expect(Date.now()).toBeGreaterThan(linkedAt + 1_000));

    const replaced = await api.put(`jobs?id=${job}`, {
      asset_ids: [three, two, two, UNKNOWN_ASSET],
    });

    expect(replaced.status).toBe(200);
    expect(await linksOf(api, job)).toMatchObject([
      { asset_id: two, relationship_type: 'serviced', linked_at: kept?.['linked_at'] },
      { asset_id: three, relationship_type: 'serviced' },
    ]);
  });

  it('stay when they are not named, and go with an empty array', async () => {
    const { api, givenAsset, givenJob } = await given('emptied');
    const asset = await givenAsset('One');
    const job = await givenJob('Look at it', { asset_ids: [asset] });

    await api.put(`jobs?id=${job}`, { job_title: 'Look at it again' });
    expect(await linkedTo(api, job)).toEqual([asset]);

    expect((await api.put(`jobs?id=${job}`, { asset_ids: [] })).status).toBe(200);
    expect(await linkedTo(api, job)).toEqual([]);
    expect((await api.get(`jobs?id=${job}`)).body).toMatchObject({ data: { version: 3 } });
  });

  it('need the enterprise plan, as all of the API does, and outlast another one', async () => {
    const { slug, api, givenAsset, givenJob } = await given('plans');
    const asset = await givenAsset('One');
    const job = await givenJob('Look at it', { asset_ids: [asset] });

    await applyManifest({ company: { slug, plan: 'professional' } });
    expect(refusalOf(await api.put(`jobs?id=${job}`, { asset_ids: [] }))).toEqual([
      403,
      'feature_not_available',
    ]);
    await applyManifest({ company: { slug, plan: 'enterprise' } });

    expect(await linkedTo(api, job)).toEqual([asset]);
  });
});
