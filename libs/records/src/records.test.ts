import { fields, validate, type View } from '@svc/http';
import { createResponse } from './response';
import {
  createBody,
  createEntryBody,
  createRequestExample,
  createObjectBody,
  createUpdateBody,
} from './bodies';
import * as field from './field';
import { applyChanges, findChanges, toHistoryFields } from './history';
import { defineRecord, toRow, type RecordOf } from './record';

const door = defineRecord({
  name: 'Door',
  table: 'doors',
  history: true,
  fields: {
    id: field.key('door_id', 7),
    companyId: field.company(),
    version: field.version('Grows.', 2),
    doorName: field.text('required', { example: 'Front' }),
    doorTag: field.text('readOnly', { column: 'tag', example: 'D-1' }),
    widthInches: field.integer('optional', { default: 36, aboutRequest: 'Its width' }),
    openedOn: field.timestamp('optional', { nullable: true }),
    externalId: field.externalId('X-1'),
    keeperName: field.technicianName('joined', { nullable: true }),
    isCounted: field.flag('internal'),
    updatedAt: field.timestamp('readOnly'),
    deletedAt: field.deletedAt(),
  },
  derive: { searchText: ({ doorName }) => doorName.toLowerCase() },
});
type Door = RecordOf<typeof door>;

const AT = new Date('2026-03-02T14:15:00Z');
const front: Door = {
  id: 7,
  companyId: 1,
  version: 2,
  doorName: 'Front',
  doorTag: 'D-1',
  widthInches: 36,
  openedOn: null,
  externalId: null,
  isCounted: true,
  updatedAt: AT,
  deletedAt: null,
};
const view: View = { zone: 'America/New_York', showsTechnicians: false };
const read = <T>(schema: Parameters<typeof validate<T>>[0], value: unknown): T =>
  validate(schema, value, { convert: false, context: { zone: view.zone } });

it('has a row with the columns of its fields and those that are derived', () => {
  expect(toRow(door, front)).toEqual({
    id: 7,
    company_id: 1,
    version: 2,
    door_name: 'Front',
    tag: 'D-1',
    width_inches: 36,
    opened_on: null,
    external_id: null,
    is_counted: true,
    updated_at: AT,
    deleted_at: null,
    search_text: 'front',
  });
});

it('is shown with the external id after the version, and without what is internal', () => {
  expect(createResponse(door).present({ ...front, keeperName: 'Ada' }, view)).toEqual({
    door_id: 7,
    version: 2,
    external_id: null,
    door_name: 'Front',
    door_tag: 'D-1',
    width_inches: 36,
    opened_on: null,
    keeper_name: null,
    updated_at: '2026-03-02T09:15:00-05:00',
  });
  expect(Object.keys(createResponse(door).example)).toEqual([
    'door_id',
    'version',
    'external_id',
    'door_name',
    'door_tag',
  ]);
});

it('is shown in part, with other fields beside it', () => {
  const answer = createResponse(door, { only: ['id'], also: { isOpen: field.flag('joined') } });

  expect(answer.present({ id: 7, isOpen: true }, view)).toEqual({ door_id: 7, is_open: true });
});

it('is created with what is left out as its default or null', () => {
  const schema = createBody(door, { also: { keys: fields.array(fields.text()).default([]) } });

  expect(read(schema, { door_name: 'Front' })).toEqual({
    doorName: 'Front',
    widthInches: 36,
    openedOn: null,
    externalId: null,
    keys: [],
  });
  expect(read(schema, { door_name: 'Front', width_inches: null })).toMatchObject({
    widthInches: 36,
  });
  expect(() => read(schema, {})).toThrow();
});

it('is updated with what is given, which is at least one field', () => {
  expect(read(createUpdateBody(door), { external_id: '' })).toEqual({ externalId: null });
  expect(() => read(createUpdateBody(door), { door_tag: 'D-2' })).toThrow(
    'at least one of door_name',
  );
  expect(() => read(createUpdateBody(door), { width_inches: null })).toThrow();
});

it('is brought up to date with what is given', () => {
  expect(read(createEntryBody(door, { without: ['openedOn'] }), { door_name: 'Front' })).toEqual({
    doorName: 'Front',
  });
});

it('reads other objects by their names in the code', () => {
  expect(read(createObjectBody({ isOpen: fields.flag() }), { is_open: true })).toEqual({
    isOpen: true,
  });
});

it('has examples of what clients send', () => {
  expect(createRequestExample(door)).toEqual({ door_name: 'Front', external_id: 'X-1' });
  expect(createRequestExample(door, { without: ['externalId'] })).toEqual({ door_name: 'Front' });
});

it('is the same record where nothing changes, and else its next version', () => {
  const later = new Date('2026-03-03T10:00:00Z');

  expect(applyChanges(door, front, { doorName: 'Front', externalId: undefined }, later)).toBe(
    front,
  );
  const after = applyChanges(door, front, { doorName: 'Back' }, later);
  expect(after).toEqual({ ...front, doorName: 'Back', version: 3, updatedAt: later });
  expect(findChanges(door, front, after)).toEqual([
    { field: 'doorName', before: 'Front', after: 'Back' },
  ]);
});

it('shows values of its history as the API does', () => {
  const shown = toHistoryFields(door);

  expect(shown['deletedAt']?.name).toBe('deleted');
  expect(shown['deletedAt']?.format(AT.toISOString(), view.zone)).toBe(true);
  // The history stores times as text.
  expect(shown['openedOn']?.format(AT.toISOString(), view.zone)).toBe('2026-03-02T09:15:00-05:00');
  expect(shown['doorTag']).toBeUndefined();
});
