import { Radio, Stack } from '@mantine/core';
import { type Role, ROLES } from '../../../../contract/rights';
import { ROLE_NAMES } from '../../shown/role-names';

const MEANINGS: Readonly<Record<Role, string>> = {
  owner: 'Full access',
  manager: 'Everything except team and company settings',
  dispatcher: 'Jobs, schedule, customers and service requests; sees assets and technicians',
  storekeeper: 'Inventory; sees jobs and assets',
  viewer: 'Sees all records and changes none; no keys, webhooks or team',
};

export const RoleChoice = (input: object) => (
  <Radio.Group label="Role" {...input}>
    <Stack gap="xs" mt={4}>
      {ROLES.map((role) => (
        <Radio key={role} value={role} label={ROLE_NAMES[role]} description={MEANINGS[role]} />
      ))}
    </Stack>
  </Radio.Group>
);
