import type { OpenApiDocument } from '@svc/openapi';
import { Marked } from 'marked';
import { createCodeSamples } from './code-samples';
import {
  listEvents,
  listOperations,
  resolveReference,
  type ApiOperation,
  type ApiParameter,
  type ApiSchema,
  type DocumentedResponse,
} from './operations';
import { describeType, escapeHtml, renderDeprecation, renderFields } from './schema-html';

/** Works without its script, which searches and sends requests. Nothing is inline, so a strict CSP fits. */
export function renderDocsPage(document: OpenApiDocument): string {
  const operations = [...listOperations(document), ...listEvents(document)];
  const { title, description } = document.info as Readonly<Record<string, string>>;
  const guide = guideOf(description ?? '');
  const tags = document.tags.map(({ name, description: about }) => ({
    name: String(name),
    about: String(about),
    operations: operations.filter(({ tag }) => tag === name),
  }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title ?? '')}</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="/docs/style.css">
<script src="/docs/script.js" defer></script>
</head>
<body>
<header>
<a href="/"><img src="/favicon.ico" alt="" width="28" height="28">Field Service Management</a>
<a href="/dashboard">Dashboard</a>
<label>Search <input id="search" type="search" autocomplete="off" placeholder="/"></label>
<form><label>API key <input id="key" type="password" autocomplete="off" placeholder="svc_test_…"></label></form>
</header>
<nav aria-label="Operations">
<details open><summary>Contents</summary>
<section><h2><a href="#guide">Guide</a></h2><ul>${guide.headings
    .map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`)
    .join('')}</ul></section>
${tags
  .map(
    (tag) => `<section><h2><a href="#${idOf(tag.name)}">${escapeHtml(tag.name)}</a></h2>
<ul>${tag.operations.map(linkTo).join('\n')}</ul></section>`,
  )
  .join('\n')}
</details>
</nav>
<main>
<article id="guide"><h1>${escapeHtml(title ?? '')}</h1>
${DOWNLOADS}
${guide.html}</article>
${tags
  .map(
    (tag) => `<section id="${idOf(tag.name)}"><h1>${escapeHtml(tag.name)}</h1>${markdown(tag.about)}
${tag.operations.map((operation) => articleOf(operation, document)).join('\n')}</section>`,
  )
  .join('\n')}
<p id="nothing" role="status" hidden>No results.</p>
</main>
</body>
</html>
`;
}

const DOWNLOADS = `<p><a href="/openapi.json">OpenAPI 3.1</a> · <a href="/openapi.3.0.json">OpenAPI 3.0</a> ·
<a href="/openapi.operations.json">one operation per call</a> · <a href="/postman.json">Postman</a> ·
<a href="/llms.txt">llms.txt</a></p>`;

/** Focusable, so that the keyboard can scroll it. */
const codeBlock = (text: string): string =>
  `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;

const RENDERER = { code: ({ text }: { readonly text: string }): string => codeBlock(text) };

const markdown = (text: string): string =>
  new Marked({ renderer: RENDERER }).parse(text, { async: false });

const idOf = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

function guideOf(text: string) {
  const headings: { id: string; text: string }[] = [];
  const marked = new Marked({
    renderer: {
      ...RENDERER,
      heading({ depth, text: heading }) {
        const id = `guide-${idOf(heading)}`;
        headings.push({ id, text: heading });
        return `<h${depth} id="${id}">${escapeHtml(heading)}</h${depth}>\n`;
      },
    },
  });
  return { html: marked.parse(text, { async: false }), headings };
}

const methodOf = ({ method }: ApiOperation): string =>
  `<b class="method ${method.toLowerCase()}">${method}</b>`;

const linkTo = (operation: ApiOperation): string =>
  `<li><a href="#${operation.name}">${methodOf(operation)}<span>${escapeHtml(operation.summary)}</span></a></li>`;

function articleOf(operation: ApiOperation, document: OpenApiDocument): string {
  const { name, summary, address, description, call, parameters, body, responses } = operation;
  const successes = responses.filter(({ status }) => !/^[45]/.test(status) || !call);
  const errors = responses.filter((each) => !successes.includes(each));
  return `<article class="operation" id="${name}">
<h2><a href="#${name}">${escapeHtml(summary)}</a></h2>
<p class="address">${methodOf(operation)} <code>${escapeHtml(address)}</code>${renderDeprecation(operation.deprecated)}</p>
<div class="about">
${markdown(description)}
${call ? factsOf(operation) : ''}
${part('Parameters', parameters, (all) => `<ul class="fields">${all.map((each) => parameterOf(each, document)).join('')}</ul>`)}
${body ? `<h3>Body</h3>${renderFields(body.schema, document)}` : ''}
<h3>Responses</h3>
${successes.map((response) => responseOf(response, document)).join('')}
${errors.length > 0 ? `<details><summary>Errors: ${errors.map(({ status }) => status).join(', ')}</summary>${errors.map(errorOf).join('')}</details>` : ''}
</div>
<div class="samples">
${createCodeSamples(operation)
  .map(({ label, source }) => sample(label, source))
  .join('')}
${body && !call ? sample('Example', indented(body.example)) : ''}
${successes.map(({ status, examples }) => (name in examples ? sample(`Response ${status}`, indented(examples[name])) : '')).join('')}
${call ? tryForm(operation, document) : ''}
</div>
</article>`;
}

const part = <Item>(
  title: string,
  items: readonly Item[],
  show: (items: readonly Item[]) => string,
): string => (items.length > 0 ? `<h3>${title}</h3>${show(items)}` : '');

function factsOf({ name, call }: ApiOperation): string {
  if (!call) return '';
  const { documented, feature, limits, sunset } = call;
  const facts = [
    ['Operation', `<code>${name}</code>`],
    ['Scope', `<code>${documented.operation.scope}</code>`],
    ...(feature ? [['Feature', `<code>${feature}</code>`]] : []),
    ...(sunset ? [['Removed from', escapeHtml(sunset)]] : []),
    [
      'Limits',
      Object.entries(limits)
        .map(([limit, count]) => `${count.toLocaleString('en-US')} <code>${limit}</code>`)
        .join(', '),
    ],
  ];
  return `<dl>${facts.map(([term, text]) => `<div><dt>${term}</dt><dd>${text}</dd></div>`).join('')}</dl>`;
}

const parameterOf = (parameter: ApiParameter, document: OpenApiDocument): string =>
  `<li><code>${parameter.name}</code> <span class="type">${parameter.in === 'header' ? 'header, ' : ''}${describeType(parameter.schema, document)}</span>${parameter.required ? ' <em class="required">required</em>' : ''}${renderDeprecation(parameter.deprecated)}${markdown(parameter.description ?? '')}</li>`;

const indented = (value: unknown): string => JSON.stringify(value, null, 2);

const sample = (label: string, text: string): string => `<h3>${label}</h3>${codeBlock(text)}`;

const responseOf = (
  { status, description, schema }: DocumentedResponse,
  document: OpenApiDocument,
): string =>
  `<details><summary><b>${status}</b> ${inline(description)}</summary>${
    schema ? renderFields(schema, document) : ''
  }</details>`;

const inline = (text: string): string => new Marked().parseInline(text, { async: false });

const errorOf = ({ status, description }: DocumentedResponse): string =>
  `<h4>${status}</h4>${markdown(description)}`;

function tryForm(
  { name, method, address, parameters, body }: ApiOperation,
  document: OpenApiDocument,
): string {
  const fields = parameters.map((each) => {
    const attributes = `name="${each.name}" data-in="${each.in}"${each.required ? ' required' : ''}`;
    const { enum: values } = resolveReference(document, each.schema) as ApiSchema;
    const control = values
      ? `<select ${attributes}>${['', ...values].map((value) => `<option>${escapeHtml(String(value))}</option>`).join('')}</select>`
      : `<input ${attributes} autocomplete="off">`;
    return `<label>${each.name} ${control}</label>`;
  });
  return `<details class="try"><summary>Try it</summary>
<form data-method="${method}" data-address="${escapeHtml(address)}" aria-label="Try ${name}">
${fields.join('\n')}
${body ? `<label>Body <textarea name="body" rows="8" spellcheck="false">${escapeHtml(indented(body.example))}</textarea></label>` : ''}
<button>Send</button>
<output></output>
</form></details>`;
}
