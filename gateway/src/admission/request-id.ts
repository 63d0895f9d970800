import { newUlid } from '@svc/outbox';

export const createRequestId = (): string => `req_${newUlid()}`;
