import type { ResponseFormat } from '@svc/http';
import { recordId } from '@svc/schemas';
import Joi, { type ObjectSchema, type Schema } from 'joi';
import { toResponseFields, toResponseSchema } from './response-schema';
import { headerParameter } from './components';
import { toJsonSchema, type JsonSchema, type SchemaNames } from './json-schema';
import { createChangesReply, createFoundReply } from './replies';
import { nameSchema } from './vocabulary';

type Json = Readonly<Record<string, unknown>>;

export interface EventRecord {
  readonly response: ResponseFormat<never, object>;
  /** The name of the id that is left of a deleted record. */
  readonly id: string;
}

/** Keyed by the event's first part: `job` for `job.created`. */
export type EventRecords = Readonly<Record<string, EventRecord>>;

export interface EventDocumentation {
  /** A phrase: "A job is created". */
  readonly summary: string;
  readonly description: string;
  readonly beside?: ResponseFormat<never, object>;
  readonly example: EventBody;
}

export interface EventSection {
  readonly title: string;
  readonly description: string;
  readonly documentation: Readonly<Record<string, EventDocumentation>>;
  readonly records: EventRecords;
}

const eventFields = (type: Schema, object: Schema) => ({
  id: Joi.string().description('The same on each retry and resend: use it to skip duplicates.'),
  type,
  api_version: Joi.string().description('Date-shaped label of this shape.'),
  occurred_at: Joi.string().description('UTC with milliseconds.'),
  source: Joi.string().description('Who made the change: `api_key:<id>`, `ui` or `scheduled`.'),
  data: Joi.object(dataFields(object)),
});

const dataFields = (object: Schema) => ({
  object: object.description(
    'The record as the API returns it, read when the event is sent; its id and `deleted: true` when it is gone.',
  ),
  previous: Joi.object()
    .unknown()
    .description('The former `status`, or the former values of the changed fields.'),
  version: Joi.number()
    .integer()
    .description('Version of `object`: drop an event older than your copy.'),
});

type EventBody = Readonly<Record<keyof ReturnType<typeof eventFields>, unknown>> & {
  readonly data: Readonly<Record<keyof ReturnType<typeof dataFields>, unknown>>;
};

export const createSampleReply = (types: readonly string[]): ObjectSchema => {
  return createFoundReply(Joi.array().items(createEventSchema(types)).length(1));
};

export const createPulledReply = (types: readonly string[]): ObjectSchema =>
  createChangesReply(createEventSchema(types));

const createEventSchema = (types: readonly string[]): ObjectSchema =>
  nameSchema('WebhookEvent', eventFields(Joi.string().valid(...types), Joi.object().unknown()));

/** `job.status_changed` becomes `JobStatusChangedEvent`. */
export const toEventSchemaName = (event: string): string =>
  `${event.replace(/(?:^|[._])(.)/g, (_, letter: string) => letter.toUpperCase())}Event`;

function toObjectSchema(
  event: string,
  { beside }: EventDocumentation,
  records: EventRecords,
): Schema {
  const record = records[event.split('.')[0] ?? ''];
  if (!record) return beside ? toResponseSchema(beside) : Joi.object();
  const shown = beside
    ? toResponseSchema({ ...record.response, name: undefined }).keys(toResponseFields(beside))
    : toResponseSchema(record.response);
  return Joi.alternatives(
    shown,
    Joi.object({
      [record.id]: recordId(),
      deleted: Joi.boolean().valid(true),
    }),
  );
}

export const documentWebhooks = (
  { title, documentation, records }: EventSection,
  names: SchemaNames,
): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    Object.entries(documentation).map(([event, documented]) => {
      const object = toObjectSchema(event, documented, records);
      const schema = Joi.object(eventFields(Joi.string().valid(event), object));
      const body = names.add(
        toEventSchemaName(event),
        names.hoist(toJsonSchema(schema, 'response')),
      );
      return [event, { post: delivery(title, event, documented, body) }];
    }),
  );

const delivery = (
  tag: string,
  event: string,
  { summary, description, example }: EventDocumentation,
  schema: JsonSchema,
): Json => ({
  operationId: `on${toEventSchemaName(event).replace(/Event$/, '')}`,
  tags: [tag],
  summary,
  description,
  // Receivers get a signature instead of a key.
  security: [],
  parameters: Object.keys(DELIVERY_PARAMETERS).map((name) => ({
    $ref: `#/components/parameters/${name}`,
  })),
  requestBody: { required: true, content: { 'application/json': { schema, example } } },
  responses: {
    '2XX': { description: 'Within 10 seconds: delivered.' },
    '410': { description: 'Ends the subscription, or switches the endpoint off.' },
    '4XX': { description: '408 and 429 are sent again later; any other is final.' },
    '5XX': { description: 'Sent again later, up to eight times in about 15 hours.' },
  },
});

export const DELIVERY_PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  EventId: headerParameter('X-SVC-Event-Id', 'The `id` of the body, for duplicate detection.'),
  EventType: headerParameter('X-SVC-Event-Type', 'The `type` of the body.'),
  DeliveryId: headerParameter('X-SVC-Delivery-Id', 'This attempt.'),
  DeliveryMode: {
    ...headerParameter('X-SVC-Mode', '`test` for the sandbox, else `live`.'),
    schema: { type: 'string', enum: ['live', 'test'] },
  },
  SigningTime: headerParameter(
    'X-SVC-Timestamp',
    'Unix seconds; reject requests older than 300 seconds.',
  ),
  Signature: headerParameter(
    'X-SVC-Signature',
    '`t=<timestamp>,v1=<signature>`: the hexadecimal HMAC-SHA256 of the timestamp, a full stop and the raw body, with the signing secret as its key. While a secret is being replaced there are two `v1`; either will do.',
  ),
  StandardId: headerParameter('webhook-id', 'The same as X-SVC-Event-Id, by Standard Webhooks.'),
  StandardTimestamp: headerParameter('webhook-timestamp', 'The same as X-SVC-Timestamp.'),
  StandardSignature: headerParameter(
    'webhook-signature',
    '`v1,<base64>`, by Standard Webhooks; several are separated by spaces.',
  ),
};
