import { createWebhookBody } from '../domain/webhook-body';

export const CREATED_AT = '2026-03-02T09:15:00-05:00';

export const EXAMPLE_SECRET = 'whsec_5Wq0ZtV8mY2rN7cXbK4hJ6gF9dS1aPoIuYtReWqLkJh';

export const exampleHook = {
  id: 3,
  version: 1,
  event: 'job.created',
  target_url: 'https://hooks.example.com/catch/12345',
  created_at: CREATED_AT,
};

export const pagination = { page: 1, per_page: 50, total: 1, total_pages: 1 };

const SENT_AT = new Date('2026-03-02T14:15:00.123Z');

export const createExampleBody = (
  type: string,
  object: object,
  previous: Record<string, unknown> = {},
) =>
  createWebhookBody(
    {
      id: 'evt_01K5ZR8XGQ4D2N7M9V3B6C1T0B',
      companyId: 1,
      type,
      recordId: 1,
      version: 1,
      occurredAt: SENT_AT,
      source: 'api_key:4',
      previous,
      object: null,
    },
    { version: 1, object: { ...object } },
  );

export const EXAMPLE_CURSOR = 'WzEsInB1bGxFdmVudHMiLDEsIjR0Q0x2VVdhR1Z5cjNFVkEiLDE3NzI0NjA5MDBd';
