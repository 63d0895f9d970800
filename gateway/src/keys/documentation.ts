import { DEFAULT_LIMITS, type KEY } from '@svc/contracts';
import { createFoundReply, EXAMPLE_REQUEST_ID, type Documentation } from '@svc/openapi';
import { keyResponse } from './key-response';

export const keyDocumentation: Documentation<typeof KEY> = {
  getKey: {
    summary: 'Describe the API key',
    description:
      'The key of the request itself: what it may do, how much of it, and until when. Needs no scope.',
    reply: createFoundReply(keyResponse),
    status: 200,
    example: {
      success: true,
      data: {
        id: 4,
        name: 'ERP',
        mode: 'live',
        scopes: ['jobs:read', 'jobs:write'],
        limits: DEFAULT_LIMITS,
        expires_at: '2027-03-02T09:00:00-05:00',
      },
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: [],
  },
};
