import { TECHNICIANS } from '@svc/contracts';
import { documentedAnswers, openApiDocument, section } from '@svc/openapi';
import { techniciansDocumentation } from '../src/http/documentation';

/** Throws when an answer is not one that the API document describes. */
export const expectDocumented = documentedAnswers(
  openApiDocument([
    section(TECHNICIANS, techniciansDocumentation, { title: 'Technicians', description: '' }),
  ]),
);
