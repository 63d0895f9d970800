import { Refusal } from '../server/refusal';
import { refusedFields } from './refused-fields';

const refusal = (...fields: readonly { field: string; message: string }[]): Refusal =>
  new Refusal(400, 'validation_failed', 'All of it.', fields);

it('puts an error beside the field that it names, and one of a list beside the list', () => {
  const refused = refusal(
    { field: 'name', message: 'name is required.' },
    { field: 'ip_allowlist.2', message: 'ip_allowlist.2 is no address.' },
    { field: 'ip_allowlist.3', message: 'ip_allowlist.3 is no address.' },
  );
  expect(refusedFields(refused, ['name', 'ip_allowlist'])).toEqual({
    beside: { name: 'name is required.', ip_allowlist: 'ip_allowlist.2 is no address.' },
    above: undefined,
  });
});

it('puts above the form what is about none of its fields', () => {
  const refused = refusal({ field: 'names', message: 'names is unknown.' });
  expect(refusedFields(refused, ['name'])).toEqual({ beside: {}, above: 'names is unknown.' });
});

it('says what the refusal says where it names no field', () => {
  const conflict = new Refusal(409, 'conflict', 'This job has changed.');
  expect(refusedFields(conflict, ['name']).above).toBe('This job has changed.');
});
