import { newUlid } from '@svc/outbox';

/** A new request_id. */
export const newRequestId = (): string => `req_${newUlid()}`;
