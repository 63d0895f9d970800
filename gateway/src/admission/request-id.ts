import { newUlid } from '@svc/outbox';

export const newRequestId = (): string => `req_${newUlid()}`;
