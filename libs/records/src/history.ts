import { AS_JSON } from '@svc/http';
import {
  fieldChanges,
  givenFields,
  revised,
  type FieldChange,
  type FieldsInHistory,
} from '@svc/kernel';
import { fieldsOf, isSent, type NamedField, type RecordDefinition, type RecordOf } from './record';

/** The fields whose changes the history tells: those that clients send, then those that follow from them. */
const historyFields = (record: RecordDefinition): NamedField[] => {
  const all = fieldsOf(record);
  return [
    ...all.filter(isSent),
    ...all.filter((field) => !isSent(field) && field.options.inHistory),
  ];
};

/** What a change of a record changed, field by field. */
export const changesOf = <One extends RecordDefinition>(
  record: One,
  before: RecordOf<One>,
  after: RecordOf<One>,
): FieldChange[] =>
  fieldChanges(
    historyFields(record).map(({ name }) => name as keyof RecordOf<One> & string),
    before,
    after,
  );

/** How the API shows the fields of the history. */
export const shownInHistory = (record: RecordDefinition): FieldsInHistory =>
  Object.fromEntries(
    historyFields(record).map(({ name, apiName, kind, options }) => [
      name,
      {
        name: apiName,
        of: (value, zone) =>
          kind.show(AS_JSON, value as never, { zone, showsTechnicians: true }, options),
      },
    ]),
  );

interface Revisable {
  readonly version: number;
  readonly updatedAt: Date;
}

/** The record with other values, as its next version; the very same one where nothing differs. */
export function applyChanges<One extends RecordDefinition>(
  record: One,
  before: RecordOf<One> & Revisable,
  changes: Partial<RecordOf<One>>,
  at: Date,
): RecordOf<One> & Revisable {
  const after: RecordOf<One> & Revisable = { ...before, ...givenFields(changes) };
  return changesOf(record, before, after).length === 0 ? before : revised(after, at);
}
