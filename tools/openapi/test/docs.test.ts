import { COLLECTIONS, JOB_PRIORITIES, resolveOperation, WEBHOOK_EVENTS } from '@svc/contracts';
import { renderDocsPage } from '../src/docs-page';
import { DOCUMENT, OPERATIONS, SECTIONS } from '../src/document';
import { renderLlmsText } from '../src/llms-text';
import { listOperations } from '../src/operations';
import { createPostmanCollection } from '../src/postman';

const rows = COLLECTIONS.flatMap(({ operations }) => Object.values(operations));
const names = rows.map(({ name }) => name);

const rowsForTools = new Map(
  Object.values(DOCUMENT.paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => operation['x-operations'] as readonly Row[])
    .map((row) => [row.name, row]),
);

interface Row {
  readonly name: string;
  readonly address: string;
  readonly parameters: readonly { readonly name: string }[];
  readonly body?: object;
}

describe('the document for readers', () => {
  const operations = listOperations(OPERATIONS);

  it('has one operation for each row of the endpoint table, by its own name', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  it('has the same schemas, events and prose as the document for tools', () => {
    const { paths: _, ...rest } = OPERATIONS;
    const { paths: _paths, ...same } = DOCUMENT;
    expect(rest).toEqual(same);
  });

  it.each(operations.map((each) => [each.name, each] as const))(
    'shows %s with its own parameters, body and responses alone',
    (name, { method, address, parameters, body, responses }) => {
      const row = rowsForTools.get(name);
      const selectors = [...new URLSearchParams(address.split('?')[1])];
      const fixed = selectors.filter(([, value]) => !value.startsWith('{'));
      const own = parameters.filter((each) => each.in !== 'header');

      expect(`${method} ${address}`).toBe(row?.address);
      expect([...own.map((each) => each.name), ...fixed.map(([key]) => key)].sort()).toEqual(
        row?.parameters.map((each) => each.name).sort(),
      );
      // Only selectors in the address are path parameters.
      expect(
        parameters.filter((each) => each.in === 'path').map((each) => `{${each.name}}`),
      ).toEqual(address.match(/{\w+}/g) ?? []);
      expect(body?.schema).toEqual(row?.body);
      const examples = responses.flatMap((answer) =>
        name in answer.examples ? [answer.status] : [],
      );
      const documented = SECTIONS.map(({ documentation }) => documentation[name]).find(Boolean);
      expect(examples).toEqual(
        [documented?.status, documented?.created && 201].filter(Boolean).map(String),
      );
    },
  );
});

describe('the page', () => {
  const page = renderDocsPage(OPERATIONS);

  it('has nothing inline, and loads nothing from elsewhere', () => {
    const loaded = [...page.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)];
    expect(loaded.map(([, address]) => address)).toEqual([
      '/favicon.ico',
      '/docs/style.css',
      '/docs/script.js',
    ]);
    expect(page).not.toMatch(/<style|<script>|<iframe|<[^>]+ (style|on\w+)=/);
  });

  it('has an article and a link for each operation and event', () => {
    const events = [...WEBHOOK_EVENTS, 'ping'];
    const articles = [...page.matchAll(/<article class="operation" id="([^"]+)">/g)];
    expect(articles.map(([, id]) => id).sort()).toEqual([...names, ...events].sort());
  });

  it('leads nowhere that is not there', () => {
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
    expect(ids.size).toBe([...page.matchAll(/ id="/g)].length);
  });

  it('leads to the dashboard, and shows the mark of both', () => {
    expect(page).toContain('<a href="/dashboard">');
    expect(page.match(/<img[^>]*>/g)).toEqual([
      '<img src="/favicon.ico" alt="" width="28" height="28">',
    ]);
  });

  it('offers the values of a parameter as choices, and a field for what has several', () => {
    const [form = ''] = /<form[^>]* aria-label="Try listJobs">.*?<[/]form>/s.exec(page) ?? [];
    expect(form).toContain(
      `<select name="priority" data-in="query"><option></option>${JOB_PRIORITIES.map((priority) => `<option>${priority}</option>`).join('')}</select>`,
    );
    expect(form).toContain('<input name="status" data-in="query" autocomplete="off">');
  });

  it('shows what an operation needs, and no markup of what it shows', () => {
    const [, article = ''] =
      /<article class="operation" id="changeJobStatus">(.*?)<\/article>/s.exec(page) ?? [''];
    for (const text of [
      'Change',
      '/api/v1/jobs?id={id}',
      'jobs:write',
      'writes_per_minute',
      'fsm.jobs.changeStatus(42, {',
      'curl -X PATCH',
      'invalid_status_transition',
      'data-method="PATCH"',
    ]) {
      expect(article).toContain(text);
    }
  });
});

it('marks what will go: an operation, a parameter, and a field', () => {
  const going = JSON.parse(JSON.stringify(OPERATIONS)) as {
    paths: Record<string, Record<string, { 'parameters': object[]; 'x-operations': object[] }>>;
    components: { schemas: Record<string, { properties: Record<string, object> }> };
  };
  const { get: listJobs } = going.paths['/api/v1/jobs'] ?? {};
  const job = going.components.schemas['ListedJob']?.properties['job_title'];
  Object.assign(Object(listJobs), { deprecated: true });
  Object.assign(Object(listJobs?.['x-operations'][0]), { 'x-sunset': '2027-03-01' });
  Object.assign(Object(listJobs?.parameters[0]), { deprecated: true });
  Object.assign(Object(job), { deprecated: true });

  const marks = (page: string) => page.match(/<strong>deprecated<[/]strong>/g)?.length ?? 0;
  const page = renderDocsPage(going as unknown as typeof OPERATIONS);
  const [article = ''] =
    /<article class="operation" id="listJobs">.*?<[/]article>/s.exec(page) ?? [];

  expect(marks(renderDocsPage(OPERATIONS))).toBe(0);
  expect(marks(article)).toBe(3);
  expect(article).toContain('<dt>Removed from</dt><dd>2027-03-01</dd>');
});

interface PostmanItem {
  readonly request: {
    readonly method: string;
    readonly url: { readonly raw: string; readonly query: readonly object[] };
    readonly body?: { readonly raw: string };
  };
  readonly response: readonly { readonly code: number; readonly body: string }[];
}

describe('the Postman collection', () => {
  const { item: folders } = createPostmanCollection(OPERATIONS) as {
    item: { item: PostmanItem[] }[];
  };
  const items = folders.flatMap(({ item }) => item);

  it('has a request for each operation that the gateway takes for that operation', () => {
    const selected = items.map(({ request: { method, url } }) => {
      const { pathname, searchParams } = new URL(url.raw.replace('{{base_url}}', 'http://gateway'));
      const contract = COLLECTIONS.find(({ path }) => path === pathname);
      return contract && resolveOperation(contract, method, Object.fromEntries(searchParams)).name;
    });
    expect([...selected].sort()).toEqual([...names].sort());
  });

  it('has the bodies and responses of the examples', () => {
    for (const { request, response } of items) {
      if (request.body) expect(JSON.parse(request.body.raw)).toEqual(expect.any(Object));
      expect(response.length).toBeGreaterThan(0);
      for (const { code, body } of response) {
        expect([200, 201]).toContain(code);
        expect(JSON.parse(body)).toMatchObject({ success: true });
      }
    }
  });
});

describe('llms.txt', () => {
  const text = renderLlmsText(OPERATIONS);

  it('begins with a title and a summary, and links every operation and event', () => {
    expect(text).toMatch(/^# Field Service Management API\n\n> /);
    for (const name of [...names, ...WEBHOOK_EVENTS]) expect(text).toContain(`(/docs#${name})`);
  });

  it('has the guide', () => {
    expect(text).toContain('### Idempotency');
  });
});
