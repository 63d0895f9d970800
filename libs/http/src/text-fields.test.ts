import { fields } from './index';
import { validate } from './validate';

const schema = fields.object({
  name: fields.text(),
  email: fields.email(),
  phone: fields.phone(),
  part_number: fields.identifier(),
  external_id: fields.externalId(),
});
const inQuery = fields.object({
  search: fields.searchTerm(),
  external_id: fields.queryExternalId(),
});

const context = { zone: 'UTC' };
const body = (value: object) => validate(schema, value, { convert: false, context });
const query = (value: object) => validate(inQuery, value, { convert: true, context });

const ZERO_WIDTH_SPACE = '\u200B';

describe('a text of a body', () => {
  it.each([
    ['name', `${ZERO_WIDTH_SPACE} A${ZERO_WIDTH_SPACE}da \u2060`, `A${ZERO_WIDTH_SPACE}da`],
    ['email', `a${ZERO_WIDTH_SPACE}da@example.com`, 'ada@example.com'],
    ['phone', '\u202A+1 212 555 0147\u202C', '+1 212 555 0147'],
    ['part_number', 'F\u00AD-1\u200E00', 'F-100'],
    ['external_id', 'CRM\u2060-1', 'CRM-1'],
    ['external_id', ZERO_WIDTH_SPACE, null],
  ])('%s %j is read as %j', (field, sent, read) => {
    expect(body({ [field]: sent })).toEqual({ [field]: read });
  });

  it.each([
    ['name', ZERO_WIDTH_SPACE.repeat(30)],
    ['email', 'a\u00A0b@example.com'],
    ['phone', `12${ZERO_WIDTH_SPACE.repeat(5)}34`],
  ])('%s %j is refused', (field, sent) => {
    expect(() => body({ [field]: sent })).toThrow(field);
  });
});

describe('a text of a query', () => {
  it('is trimmed of what is blank and what is invisible', () => {
    expect(query({ search: ` ${ZERO_WIDTH_SPACE}Ada ` })).toEqual({ search: 'Ada' });
    expect(query({ external_id: `C${ZERO_WIDTH_SPACE}RM-1 ` })).toEqual({ external_id: 'CRM-1' });
  });

  it.each(['search', 'external_id'])('%s must not be blank', (field) => {
    expect(() => query({ [field]: ` ${ZERO_WIDTH_SPACE}` })).toThrow(field);
  });
});
