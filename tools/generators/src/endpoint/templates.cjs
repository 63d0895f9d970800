// What a new endpoint starts as: it is admitted, checked, answered, documented and tested, and its
// company has no such record yet. Each function makes the text of one place.

/** `companyId: number; id: number`, and what else the operation is asked with. */
const askedOf = ({ ids, isList, isRead }) =>
  [
    'readonly companyId: number;',
    ...ids.map((id) => `readonly ${camel(id)}: number;`),
    isList && 'readonly updatedFrom: Date | undefined;',
    !isRead && 'readonly note: string;',
  ].filter(Boolean);

const camel = (text) => text.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase());

const answerOf = ({ isList, isRead }) => {
  if (isList) return '{ readonly id: number }';
  return isRead ? '{ readonly id: number }' : '{ readonly note: string }';
};

const NOT_FOUND = "{ throw new DomainError('not_found', 'Record not found.'); }";

/** A list is read by pages and by its changes: two use cases, which know of no record yet. */
function listUseCases(subject) {
  const { type, name, ids } = subject;
  const isFound = ids.length === 0;
  const [page, changes] = isFound
    ? ['({ rows: [], total: 0 })', '({ changes: [], next: BEGINNING, hasMore: false })']
    : [NOT_FOUND, NOT_FOUND];
  return `${isFound ? '' : "import { DomainError } from '@svc/contracts';\n"}
    import type { ${isFound ? 'ChangePlace, ' : ''}Changes, ChangesPart, Page } from '@svc/kernel';

    export interface ${type} { ${askedOf(subject).join('\n')} }

    type ${type}Row = ${answerOf(subject)};

    /** Not written yet: no company has such a record. */
    export const ${name} =
      () =>
      async (_asked: ${type}, _page: Page): Promise<{ rows: ${type}Row[]; total: number }> => ${page};

    ${isFound ? "const BEGINNING: ChangePlace = { generation: '0', transaction: '0', key: 0 };" : ''}

    /** What has changed since a cursor; not written yet. */
    export const ${name}Changes =
      () =>
      async (_asked: ${type}, _part: ChangesPart): Promise<Changes<${type}Row>> => ${changes};
  `;
}

/** What is written or found, named after what the operation does it to: a `NotedJob`, a `ShownJob`. */
const recordOf = ({ type, isRead }) =>
  `${isRead ? 'Shown' : 'Noted'}${type.replace(/^[A-Z][a-z]*(?=[A-Z])/, '')}`;

function useCase(subject) {
  const { type, name, ids, isList } = subject;
  if (isList) return listUseCases(subject);
  const record = recordOf(subject);
  const isFound = ids.length === 0;
  const parameter = isFound ? '{ note }' : '_asked';
  const body = isFound ? '({ note })' : NOT_FOUND;
  const state = isFound ? 'it answers with what it was given' : 'no company has such a record';
  return `${isFound ? '' : "import { DomainError } from '@svc/contracts';\n"}
    export interface ${type} { ${askedOf(subject).join('\n')} }

    type ${record} = ${answerOf(subject)};

    /** Not written yet: ${state}. */
    export const ${name} = () => async (${parameter}: ${type}): Promise<${record}> => ${body};
  `;
}

function bodyOf({ name, isRead }) {
  if (isRead) return undefined;
  return `export const ${name}Body = fields.object({
        note: fields.text().required().description('What is to be noted.'),
      });
    `;
}

/** The declaration of the answer, of which routes and documentation both make use. */
const declaration = ({ name, isRead }) =>
  isRead
    ? `export const ${name}Answer = answer((record: { readonly id: number }, _view, show) => ({
        id: show.id(record.id),
      }));
    `
    : `export const ${name}Answer = answer((noted: { readonly note: string }, _view, show) => ({
        note: show.text(noted.note),
      }));
    `;

const REQUEST_ID = 'request_id: EXAMPLE_REQUEST_ID';

function documentation({ name, isList, isRead, ids, sentence }) {
  const summary = sentence.charAt(0).toUpperCase() + sentence.slice(1);
  const notFound = ids.length > 0 ? ["'not_found'"] : [];
  if (isList) {
    return {
      reply: 'listedReply',
      documentation: `${name}: {
        summary: '${summary}',
        description: 'Newest first.',
        query: fields.listQuery,
        reply: listedReply(${name}Answer),
        status: 200,
        example: {
          success: true,
          data: [{ id: 1 }],
          pagination: { page: 1, per_page: 50, total: 1, total_pages: 1 },
          ${REQUEST_ID},
        },
        errors: [${["'validation_failed'", ...notFound].join(', ')}],
      }`,
    };
  }
  if (isRead) {
    return {
      reply: 'foundReply',
      documentation: `${name}: {
        summary: '${summary}',
        description: 'One record of the company.',
        reply: foundReply(${name}Answer),
        status: 200,
        example: { success: true, data: { id: 1 }, ${REQUEST_ID} },
        errors: [${notFound.join(', ')}],
      }`,
    };
  }
  return {
    reply: 'writtenReply',
    documentation: `${name}: {
      summary: '${summary}',
      description: 'Answers with what was noted.',
      body: ${name}Body,
      requestExample: { note: 'Seen on site.' },
      reply: writtenReply(${name}Answer),
      status: 200,
      example: {
        success: true,
        message: 'Noted.',
        data: { note: 'Seen on site.' },
        ${REQUEST_ID},
      },
      errors: [${["'invalid_json'", "'validation_failed'", ...notFound].join(', ')}],
    }`,
  };
}

function handler({ name, ids, isList, isRead, useCases }) {
  const asked = [
    'companyId: caller.companyId',
    ...ids.map((id) => `${camel(id)}: ids.${id}`),
    isList && 'updatedFrom: query.updated_since',
    !isRead && 'note: body.note',
  ].filter(Boolean);
  const useCase = `await ${useCases}.${name}({ ${asked.join(', ')} })`;
  const given = [ids.length > 0 && 'ids', isList && 'query', !isRead && 'body', 'caller'].filter(
    Boolean,
  );
  if (isList) {
    return {
      handlerImports: ['fields', 'listEndpoint'],
      handler: `${name}: listEndpoint(
        { query: fields.listQuery, shown: ${name}Answer },
        ({ ${given.join(', ')} }) => {
          const asked = { ${asked.join(', ')} };
          return {
            page: (page) => ${useCases}.${name}(asked, page),
            changes: (part) => ${useCases}.${name}Changes(asked, part),
          };
        },
      )`,
    };
  }
  if (isRead) {
    return {
      handlerImports: ['endpoint', 'found', 'viewOf'],
      handler: `${name}: endpoint({}, async ({ ${given.join(', ')} }) => {
        const record = ${useCase};
        return found(${name}Answer.present(record, viewOf(caller)));
      })`,
    };
  }
  return {
    handlerImports: ['endpoint', 'viewOf', 'written'],
    handler: `${name}: endpoint({ body: ${name}Body }, async ({ ${given.join(', ')} }) => {
      const noted = ${useCase};
      return written('Noted.', ${name}Answer.present(noted, viewOf(caller)));
    })`,
  };
}

function test({ name, method, address, ids, isList, isRead }) {
  const call = `service.api.${method.toLowerCase()}`;
  const path = ids.reduce(
    (text, id) => text.replace(new RegExp(`([?&]${id})(?=&|$)`), '$1=1'),
    address,
  );
  const joint = path.includes('?') ? '&' : '?';
  const isFound = ids.length === 0;
  const parameter = isRead ? "query = ''" : 'body: unknown';
  const ask = isRead ? `${call}(\`${path}\${query}\`)` : `${call}('${path}', body)`;
  const good = isRead ? '' : "{ note: 'Seen on site.' }";
  const whole = isList
    ? `data: [], pagination: { page: 1, per_page: 50, total: 0, total_pages: 0 }, request_id: 'req_1'`
    : `message: 'Noted.', data: { note: 'Seen on site.' }, request_id: 'req_1'`;
  const success = `it('answers ${isList ? 'an empty page to a company that has none' : 'with what was noted'}', async () => {
    const { status, body } = await ask(${good});

    expect(status).toBe(200);
    expect(body).toEqual({ success: true, ${whole} });
  });`;
  const missing = `it('answers 404 for a record that the company does not have', async () => {
    expect(await ask(${good})).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });`;
  const refused = isList
    ? `it.each(['page=0', 'per_page=x'])('refuses %s', async (query) => {
      expect(await ask(\`${joint}\${query}\`)).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
    });`
    : `it.each([{}, { note: ' ' }, { note: 5 }])('refuses %j', async (body) => {
      expect(await ask(body)).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
    });`;
  const isChecked = isList || !isRead;
  return `import { expectDocumented } from './documented';
import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const ask = async (${parameter}) => {
  const answer = await ${ask};
  expectDocumented('${name}', answer.status, answer.body);
  return answer;
};

describe('${method} ${address}', () => {
  ${[isFound ? success : missing, isChecked && refused].filter(Boolean).join('\n\n')}
});
`;
}

/** What its suites send, and what they mutate. */
const hostileInput = ({ name, isRead }) =>
  isRead
    ? `${name}: {}`
    : `${name}: {
        body: () => ({ note: 'Seen on site.' }),
        fields: { note: cases.required(cases.text()) },
      }`;

/** Every text that the endpoint adds, by place. */
exports.templates = (subject) => ({
  useCase: useCase(subject),
  body: bodyOf(subject),
  declaration: declaration(subject),
  ...documentation(subject),
  ...handler(subject),
  test: test(subject),
  hostileInput: hostileInput(subject),
});
