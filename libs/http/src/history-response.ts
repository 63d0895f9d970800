import {
  getHistoryField,
  type HistoryFields,
  type HistoryEntry,
  type NamedChange,
} from '@svc/kernel';
import { defineNamedResponse } from './responses';
import type { View } from './view';

interface ChangeToShow {
  readonly change: NamedChange;
  readonly fields: HistoryFields;
}

const nameFor = (
  { names }: NamedChange,
  side: 'before' | 'after',
  { showsTechnicians }: View,
): string | null | undefined =>
  names && (names.areTechnicians && !showsTechnicians ? null : names[side]);

const changeResponse = defineNamedResponse(
  'FieldChange',
  ({ change, fields }: ChangeToShow, view, show) => {
    const { name, format } = getHistoryField(fields, change.field);
    return {
      field: show.text(name, 'Its name in the API.'),
      before: show.anything(format(change.before, view.zone), 'As the API shows the field.'),
      after: show.anything(format(change.after, view.zone), 'As the API shows the field.'),
      name_before: show.optionalTextIfAny(
        nameFor(change, 'before', view),
        'What the technician, location or asset type is called now; only of fields that hold the id of one, and null without the scope that shows it.',
      ),
      name_after: show.optionalTextIfAny(
        nameFor(change, 'after', view),
        'Its name now, as in name_before.',
      ),
    };
  },
);

export const defineHistoryResponse = (fields: HistoryFields) =>
  defineNamedResponse('HistoryEntry', (entry: HistoryEntry<NamedChange>, view, show) => ({
    version: show.version(entry.version, 'The version of the record since then.'),
    time: show.timestamp(entry.changedAt, view.zone),
    source: show.text(entry.source, '`api_key:<id>`, `ui` or `scheduled`.'),
    person_id: show.optionalId(
      entry.personId,
      'The person of the dashboard who made the change; null where it was none. The same number is always the same person.',
    ),
    changes: show.list(
      changeResponse,
      entry.changes.map((change) => ({ change, fields })),
      view,
      'The fields that changed; none of them when the record was created.',
    ),
  }));
