import type { FieldCases } from './field-cases';
import type { OperationInput } from './hostile-input';

const anOperation = { method: 'POST', body: {} };

const within = (value: unknown, ...places: readonly string[]) => ({
  value,
  error: 'validation_failed' as const,
  within: places,
});

const OPERATIONS: FieldCases = {
  accepted: [
    [{ ...anOperation, id: 987_654_321 }],
    [{ ...anOperation, id: 2 ** 60, unknown: [1] }],
    [{ ...anOperation, sub: 'unheard-of' }],
    [{ ...anOperation, location_id: 1 }],
    [{ ...anOperation, body: { a: 'b\0c', d: ['\ud800'] } }],
    ...['POST', 'PUT', 'PATCH'].map((method) => [{ method, body: { unknown: 1 } }]),
    Array(100).fill(anOperation),
  ],
  refused: [
    ...[undefined, null, 'x', 5, true, {}, [], Array(101).fill(anOperation)].map((value) =>
      within(value),
    ),
    ...[null, 'x', 5, true, []].map((one) => within([one], '.0')),
    within([anOperation, {}], '.1.method', '.1.body'),
    ...['GET', 'DELETE', 'post', '', null, 5].map((method) =>
      within([{ ...anOperation, method }], '.0.method'),
    ),
    ...[null, 'x', 5, true, []].map((body) => within([{ ...anOperation, body }], '.0.body')),
    ...['1', 0, -1, 1.5, null, [1]].map((id) => within([{ ...anOperation, id }], '.0.id')),
    within([{ ...anOperation, location_id: 'x' }], '.0.location_id'),
    ...['', 5, null].map((sub) => within([{ ...anOperation, sub }], '.0.sub')),
  ],
};

export const bulkInput = <S>(
  operation: (service: S) => object | Promise<object>,
): OperationInput<S> => ({
  body: async (service) => ({ operations: [await operation(service)] }),
  fields: { operations: OPERATIONS },
});
