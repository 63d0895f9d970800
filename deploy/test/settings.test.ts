import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describeManifests, OVERLAYS, podsOf, render } from './render';

const PRODUCTION = join(__dirname, '../kubernetes/overlays/production');

describeManifests('what a team fills in', () => {
  const { data } = parse(readFileSync(join(PRODUCTION, 'settings.yaml'), 'utf8')) as {
    readonly data: Readonly<Record<string, string>>;
  };
  const text = () => JSON.stringify(render('overlays/production'));

  it.each(Object.keys(data))('%s gets somewhere', (name) => {
    expect(text()).toContain(String(data[name]));
  });

  it('gets everywhere: nothing keeps what stands in its place elsewhere', () => {
    const images = podsOf(render('overlays/production'))
      .flatMap(({ containers }) => containers.map(({ image = '' }) => image))
      .filter((image) => image.includes('field-service/'));

    expect(images.every((image) => image.startsWith(`${data['registry']}/field-service/`))).toBe(
      true,
    );
    expect(images.every((image) => image.endsWith(`:${data['tag']}`))).toBe(true);
  });

  it('is where the links in mails lead', () => {
    expect(text()).toContain(`{"name":"PUBLIC_URL","value":"https://${data['host']}"}`);
  });

  it('is rendered into no object of its own', () => {
    expect(text()).not.toContain('"name":"settings"');
  });
});

describeManifests.each(OVERLAYS)('overlay %s', (overlay) => {
  it('names the release of every image', () => {
    const manifests = render(`overlays/${overlay}`);
    for (const { containers } of podsOf(manifests)) {
      for (const { image } of containers) expect(image).toMatch(/:\d/);
    }
  });
});
