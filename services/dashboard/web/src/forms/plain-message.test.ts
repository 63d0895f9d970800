import { toPlainMessage } from './plain-message';

it.each([
  ['job_title is not allowed to be empty.', 'job_title', 'Title', 'text', 'Enter a title.'],
  ['email is not allowed to be empty.', 'email', 'E-mail', 'email', 'Enter an e-mail.'],
  [
    'customer_location_id is required.',
    'customer_location_id',
    'Location',
    'select',
    'Choose a location.',
  ],
  [
    'required_parts[0].item_id must be a number.',
    'required_parts.0.item_id',
    'Part',
    'select',
    'Choose a part.',
  ],
  ['from_location_id is required.', 'from_location_id', 'From', 'select', 'Choose one.'],
  [
    'since is not allowed to be empty.',
    'since',
    'Since',
    'datetime-local',
    'Choose a date and time.',
  ],
  [
    'scopes must contain at least 1 items.',
    'scopes',
    'jobs:read',
    'checkbox',
    'Choose at least one.',
  ],
  [
    'url must be an https address.',
    'url',
    'Address',
    'url',
    'Enter an address that begins with https://.',
  ],
  [
    'job_description length must be at least 30 characters long.',
    'job_description',
    'Description',
    'textarea',
    'Description must be at least 30 characters.',
  ],
  [
    'skills[1].skill_level must be less than or equal to 5.',
    'skills.1.skill_level',
    'Level',
    'text',
    'Level must be 5 or less.',
  ],
  [
    'ip_allowlist[1] must be an IP address or a CIDR range.',
    'ip_allowlist',
    'Allowed addresses',
    'textarea',
    'Line 2 must be an IP address or a CIDR range.',
  ],
  [
    'scheduled_end must not be before scheduled_start.',
    'scheduled_end',
    'Scheduled end',
    'datetime-local',
    'Scheduled end must not be before scheduled start.',
  ],
  [
    'from_location_id and to_location_id are the same.',
    'to_location_id',
    'To',
    'select',
    'From location and to location are the same.',
  ],
])('%s', (message, name, label, type, expected) => {
  expect(toPlainMessage(message, { name, label, type })).toBe(expected);
});

it('leaves sentences as they are, whatever they quote', () => {
  const sentence = 'There is a supplier called my_parts already.';
  expect(toPlainMessage(sentence, { name: 'name', label: 'Name', type: 'text' })).toBe(sentence);
});
