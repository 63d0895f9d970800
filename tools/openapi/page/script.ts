// No request leaves for another server.

const element = <Kind extends HTMLElement>(id: string): Kind => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no ${id}.`);
  return found as Kind;
};

const search = element<HTMLInputElement>('search');
const key = element<HTMLInputElement>('key');
const nothing = element('nothing');

const lowerCase = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').toLowerCase();

const operations = [...document.querySelectorAll<HTMLElement>('article')].map((article) => {
  const link = document.querySelector<HTMLElement>(`nav li a[href="#${article.id}"]`);
  const address = lowerCase(article.querySelector('.address'));
  return {
    article,
    item: link?.parentElement,
    title: `${article.id.toLowerCase()} ${lowerCase(link)} ${address}`,
    text: lowerCase(article),
  };
});

/** Matches names, summaries and addresses, or full text if none match. */
function showFound(): void {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const isIn = (text: string): boolean => words.every((word) => text.includes(word));
  const byTitle = operations.filter(({ title }) => isIn(title));
  const found = byTitle.length > 0 ? byTitle : operations.filter(({ text }) => isIn(text));
  for (const each of operations) {
    each.article.hidden = !found.includes(each);
    if (each.item) each.item.hidden = each.article.hidden;
  }
  nothing.hidden = found.length > 0;
  for (const section of document.querySelectorAll<HTMLElement>('main > section')) {
    section.hidden = section.querySelector('article:not([hidden])') === null;
  }
}

search.addEventListener('input', () => {
  showFound();
  scrollTo(0, 0);
});
search.addEventListener('keydown', ({ key: pressed }) => {
  const first = operations.find(({ article }) => !article.hidden);
  if (pressed === 'Enter' && first) location.hash = first.article.id;
});
document.addEventListener('keydown', (event) => {
  const isTyping =
    event.target instanceof HTMLElement && event.target.closest('input, select, textarea');
  if (event.key !== '/' || isTyping) return;
  event.preventDefault();
  search.focus();
});
window.addEventListener('hashchange', () => {
  const target = document.getElementById(location.hash.slice(1));
  if (!target?.closest('[hidden]')) return;
  search.value = '';
  showFound();
  target.scrollIntoView();
});

const phone = matchMedia('(max-width: 50rem)');
const contents = document.querySelector<HTMLDetailsElement>('nav details');
const foldContents = (): void => {
  if (contents) contents.open = !phone.matches;
};
foldContents();
phone.addEventListener('change', foldContents);
contents?.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('a')) foldContents();
});

const READING_LINE_PX = 120;

const places = [...document.querySelectorAll<HTMLAnchorElement>('nav li a')].flatMap((link) => {
  const target = document.getElementById(link.hash.slice(1));
  return target ? [{ link, target }] : [];
});
let current: HTMLAnchorElement | undefined;

/** Marks the last place that begins above the reading line, and keeps its link in view. */
function markCurrent(): void {
  const shown = places.findLast(
    ({ target }) =>
      target.offsetParent !== null && target.getBoundingClientRect().top < READING_LINE_PX,
  );
  if (shown?.link === current) return;
  current?.removeAttribute('aria-current');
  current = shown?.link;
  current?.setAttribute('aria-current', 'location');
  current?.scrollIntoView({ block: 'nearest' });
}
document.addEventListener('scroll', markCurrent, { passive: true });
markCurrent();

interface Field {
  readonly name: string;
  readonly in: string | undefined;
  readonly value: string;
}

function addressOf(address: string, fields: readonly Field[]): string {
  const filled = fields
    .filter((field) => field.in === 'path')
    .reduce(
      (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)),
      address,
    );
  const url = new URL(filled, location.origin);
  for (const { name, value } of fields.filter((field) => field.in === 'query')) {
    url.searchParams.set(name, value);
  }
  return url.href;
}

async function send(form: HTMLFormElement): Promise<string> {
  const inputs = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')];
  const fields: Field[] = inputs
    .filter(({ value }) => value !== '')
    .map(({ name, value, dataset }) => ({ name, value, in: dataset['in'] }));
  const headers = fields.filter((field) => field.in === 'header');
  const body = form.querySelector('textarea')?.value;
  const began = performance.now();
  const response = await fetch(addressOf(form.dataset['address'] ?? '', fields), {
    method: form.dataset['method'],
    headers: {
      ...(key.value && { 'X-API-Key': key.value.trim() }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    },
    ...(body !== undefined && { body }),
    // The API uses only the key, never the dashboard's session.
    credentials: 'omit',
  });
  const text = await response.text();
  const took = Math.round(performance.now() - began);
  return `${response.status} ${response.statusText}, ${took} ms\n\n${indented(text)}`;
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  event.preventDefault();
  const output = form.querySelector('output');
  if (!output) return;
  output.textContent = 'Sending…';
  send(form).then(
    (response) => (output.textContent = response),
    (error: unknown) =>
      (output.textContent = `No response: ${String(error)}. Check your connection and try again.`),
  );
});

// Clipboard access needs HTTPS or localhost.
if (window.isSecureContext) {
  for (const sample of document.querySelectorAll('.samples pre')) {
    const copy = document.createElement('button');
    copy.type = 'button';
    copy.className = 'copy';
    copy.textContent = 'Copy';
    sample.before(copy);
  }
}
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof HTMLButtonElement) || target.className !== 'copy') return;
  const text = target.nextElementSibling?.textContent ?? '';
  const say = (word: string): void => {
    target.textContent = word;
    setTimeout(() => (target.textContent = 'Copy'), 2_000);
  };
  navigator.clipboard.writeText(text).then(
    () => say('Copied'),
    () => say('Could not copy'),
  );
});
