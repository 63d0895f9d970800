import type { Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js';
import type { ApiDocument } from '@svc/sdk';
import { inlineSchemas } from './inline-schemas';
import type { OperationTool } from './tools';

export interface Resources {
  readonly list: readonly Resource[];
  readonly templates: readonly ResourceTemplate[];
  read(uri: string): ResourceText | undefined;
  /** Values for the placeholder of a template. */
  namesFor(uriTemplate: string): readonly string[];
}

export interface ResourceText {
  readonly mimeType: string;
  readonly text: string;
}

const ROOT = 'field-service://';
export const GUIDE_URI = `${ROOT}guide`;
const OPERATION = `${ROOT}operations/`;
const EVENT = `${ROOT}events/`;

const MARKDOWN = 'text/markdown';
const JSON_TYPE = 'application/json';

export function createResources(
  document: ApiDocument,
  tools: ReadonlyMap<string, OperationTool>,
): Resources {
  const { description: guide } = document.info;
  const texts = new Map([
    [
      GUIDE_URI,
      {
        name: 'guide',
        title: 'API guide',
        description: 'What holds of every operation: times, pages, errors, limits and idempotency.',
        mimeType: MARKDOWN,
        text: guide,
      },
    ],
    ...sectionsOf(guide),
    [
      `${ROOT}events`,
      {
        name: 'events',
        title: 'Events',
        description: 'The events that webhooks are sent for, and when.',
        mimeType: MARKDOWN,
        text: eventsText(document),
      },
    ],
    [
      `${ROOT}openapi.json`,
      {
        name: 'openapi.json',
        title: 'OpenAPI document',
        description: 'The whole API for programs; large.',
        mimeType: JSON_TYPE,
        text: JSON.stringify(document),
      },
    ],
  ]);

  function ofTemplate(uri: string): object | undefined {
    if (uri.startsWith(OPERATION)) {
      return tools.get(uri.slice(OPERATION.length))?.documented.operation;
    }
    const event = uri.startsWith(EVENT) ? uri.slice(EVENT.length) : '';
    if (!Object.hasOwn(document.webhooks, event)) return undefined;
    const { summary, description, requestBody } = document.webhooks[event]?.post ?? {};
    return { name: event, summary, description, ...requestBody?.content['application/json'] };
  }

  return {
    list: [...texts].map(([uri, { text, ...about }]) => ({
      uri,
      ...about,
      size: Buffer.byteLength(text),
    })),
    templates: [
      {
        uriTemplate: `${OPERATION}{name}`,
        name: 'operation',
        title: 'Operation',
        description: 'One operation: its parameters, schemas of request and response, and errors.',
        mimeType: JSON_TYPE,
      },
      {
        uriTemplate: `${EVENT}{name}`,
        name: 'event',
        title: 'Event',
        description: 'One event: what is sent, with an example.',
        mimeType: JSON_TYPE,
      },
    ],
    read(uri) {
      const known = texts.get(uri);
      if (known) return known;
      const found = ofTemplate(uri);
      return found && { mimeType: JSON_TYPE, text: JSON.stringify(inlineSchemas(found, document)) };
    },
    namesFor(uriTemplate) {
      if (uriTemplate === `${OPERATION}{name}`) return [...tools.keys()];
      return uriTemplate === `${EVENT}{name}` ? Object.keys(document.webhooks) : [];
    },
  };
}

const HEADING = /^## (.+)$/m;

type Entry = readonly [uri: string, about: ResourceText & Omit<Resource, 'uri'>];

const sectionsOf = (guide: string): Entry[] =>
  guide
    .split(/^(?=## )/m)
    .filter((section) => HEADING.test(section))
    .map((section) => {
      const [, title = ''] = HEADING.exec(section) ?? [];
      const name = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
      return [
        `${GUIDE_URI}/${name}`,
        {
          name: `guide/${name}`,
          title: `API guide: ${title}`,
          description: `The section of the guide on ${title.toLowerCase()}.`,
          mimeType: MARKDOWN,
          text: section.trim(),
        },
      ];
    });

const eventsText = ({ webhooks }: ApiDocument): string =>
  [
    ...Object.entries(webhooks).map(
      ([event, { post }]) => `- \`${event}\`: ${post.summary}. ${post.description}`,
    ),
    '',
    `\`${EVENT}<event>\` has what is sent, with an example.`,
  ].join('\n');
