import { RequestError } from '../server/request-error';
import { assignErrors } from './assign-errors';

const createError = (...fields: readonly { field: string; message: string }[]): RequestError =>
  new RequestError(400, 'validation_failed', 'All of it.', fields);

it('puts an error beside the field that it names, and one of a list beside the list', () => {
  const error = createError(
    { field: 'name', message: 'name is required.' },
    { field: 'ip_allowlist.2', message: 'ip_allowlist.2 is no address.' },
    { field: 'ip_allowlist.3', message: 'ip_allowlist.3 is no address.' },
    { field: 'asset_ids.0', message: 'asset_ids.0 is no asset.' },
  );
  expect(assignErrors(error, { name: '', ip_allowlist: 'a\nb\nc\nd', asset_ids: [7] })).toEqual({
    fieldErrors: {
      name: 'name is required.',
      ip_allowlist: 'ip_allowlist.2 is no address.',
      asset_ids: 'asset_ids.0 is no asset.',
    },
    formMessage: undefined,
  });
});

it('puts an error of a row beside the field of that row, and one of the whole row beside the list', () => {
  const error = createError(
    { field: 'skills.1.skill_level', message: 'skill_level must be 5 or less.' },
    { field: 'skills.0', message: 'The skill is there twice.' },
    { field: 'skills.7.skill_name', message: 'There is no such row.' },
  );
  const skills = [
    { skill_name: 'HVAC', skill_level: 3 },
    { skill_name: 'HVAC', skill_level: 9 },
  ];
  expect(assignErrors(error, { skills }).fieldErrors).toEqual({
    'skills.1.skill_level': 'skill_level must be 5 or less.',
    'skills': 'The skill is there twice.',
  });
});

it('is for all of the form where it is about none of its fields', () => {
  const error = createError({ field: 'names', message: 'names is unknown.' });
  expect(assignErrors(error, { name: '' })).toEqual({
    fieldErrors: {},
    formMessage: 'names is unknown.',
  });
});

it('uses the message of an error without fields', () => {
  const conflict = new RequestError(409, 'conflict', 'This job has changed.');
  expect(assignErrors(conflict, { name: '' }).formMessage).toBe('This job has changed.');
});
