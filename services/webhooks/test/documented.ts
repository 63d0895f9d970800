import { HOOKS } from '@svc/contracts';
import { documentedAnswers, openApiDocument, section } from '@svc/openapi';
import { webhooksDocumentation } from '../src/http/documentation';

/** Throws when an answer is not one that the API document describes. */
export const expectDocumented = documentedAnswers(
  openApiDocument([section(HOOKS, webhooksDocumentation, { title: 'Webhooks', description: '' })]),
);
