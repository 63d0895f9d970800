import { INVENTORY } from '@svc/contracts';
import { documentedAnswers, openApiDocument, section } from '@svc/openapi';
import { inventoryDocumentation } from '../src/http/documentation';

/** Throws when an answer is not one that the API document describes. */
export const expectDocumented = documentedAnswers(
  openApiDocument([
    section(INVENTORY, inventoryDocumentation, { title: 'Inventory', description: '' }),
  ]),
);
