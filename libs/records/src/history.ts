import { AS_JSON } from '@svc/http';
import {
  findFieldChanges,
  pickGivenFields,
  toNextVersion,
  type FieldChange,
  type HistoryFields,
  type Versioned,
} from '@svc/kernel';
import { isSent, type NamedField, type RecordDefinition, type RecordOf } from './record';

/** Fields from clients first, then those that follow from them. */
const listHistoryFields = ({ named }: RecordDefinition): NamedField[] =>
  named
    .filter((field) => isSent(field) || field.options.inHistory)
    .toSorted((one, other) => Number(isSent(other)) - Number(isSent(one)));

export const findChanges = <One extends RecordDefinition>(
  record: One,
  before: RecordOf<One>,
  after: RecordOf<One>,
): FieldChange[] =>
  findFieldChanges(
    listHistoryFields(record).map(({ name }) => name as keyof RecordOf<One> & string),
    before,
    after,
  );

export const toHistoryFields = (record: RecordDefinition): HistoryFields =>
  Object.fromEntries(
    listHistoryFields(record).map(({ name, apiName, kind, options }) => [
      name,
      {
        name: apiName,
        format: (value, zone) =>
          kind.show(AS_JSON, value as never, { zone, showsTechnicians: true }, options),
      },
    ]),
  );

/** The next version of the record, or `before` itself if nothing differs. */
export function applyChanges<One extends RecordDefinition>(
  record: One,
  before: RecordOf<One> & Versioned,
  changes: Partial<RecordOf<One>>,
  at: Date,
): RecordOf<One> & Versioned {
  const after: RecordOf<One> & Versioned = { ...before, ...pickGivenFields(changes) };
  return findChanges(record, before, after).length === 0 ? before : toNextVersion(after, at);
}
