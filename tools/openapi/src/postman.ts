import type { OpenApiDocument } from '@svc/openapi';
import { getExampleValue } from './code-samples';
import { listOperations, type ApiOperation, type ApiParameter } from './operations';

/** Creates a Postman collection (v2.1) with a folder per tag. */
export function createPostmanCollection(document: OpenApiDocument): object {
  const operations = listOperations(document);
  const { title, summary } = document.info as Readonly<Record<string, string>>;
  const folders = document.tags.map(({ name, description }) => ({
    name,
    description,
    item: operations.filter(({ tag }) => tag === name).map(itemOf),
  }));
  return {
    info: {
      name: title,
      description: summary,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-API-Key', type: 'string' },
        { key: 'value', value: '{{api_key}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'base_url', value: 'http://127.0.0.1:8080' },
      { key: 'api_key', value: '' },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
}

function itemOf(operation: ApiOperation): object {
  const { name, summary, description, method, body, responses, parameters } = operation;
  return {
    name: summary,
    request: {
      method,
      description,
      header: [
        ...(body ? [{ key: 'Content-Type', value: 'application/json' }] : []),
        ...parameters.filter((each) => each.in === 'header').map(optional),
      ],
      url: urlOf(operation),
      ...(body && {
        body: {
          mode: 'raw',
          raw: JSON.stringify(body.example, null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
    },
    response: responses
      .filter(({ examples }) => name in examples)
      .map(({ status, examples }) => ({
        name: status,
        code: Number(status),
        header: [{ key: 'Content-Type', value: 'application/json' }],
        body: JSON.stringify(examples[name], null, 2),
      })),
  };
}

const optional = ({ name, description = '' }: ApiParameter): object => ({
  key: name,
  value: '',
  description,
  disabled: true,
});

const filled = (parameter: ApiParameter): object => ({
  key: parameter.name,
  value: String(getExampleValue(parameter)),
  description: parameter.description ?? '',
});

function urlOf({ address, parameters }: ApiOperation): object {
  const [path = '', selectors = ''] = address.split('?');
  const fixed = [...new URLSearchParams(selectors)].filter(([, value]) => !value.startsWith('{'));
  const rest = parameters.filter((each) => each.in !== 'header');
  const sent = [
    ...rest.filter(({ required }) => required).map(filled),
    ...fixed.map(([key, value]) => ({ key, value })),
  ];
  const query = sent.map((each) => `${Reflect.get(each, 'key')}=${Reflect.get(each, 'value')}`);
  return {
    raw: `{{base_url}}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    host: ['{{base_url}}'],
    path: path.slice(1).split('/'),
    query: [...sent, ...rest.filter(({ required }) => !required).map(optional)],
  };
}
