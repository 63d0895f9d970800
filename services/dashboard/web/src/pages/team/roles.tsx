import { Radio, Stack } from '@mantine/core';
import { type Role, ROLES } from '../../../../contract/rights';

const NAMES: Readonly<Record<Role, string>> = { owner: 'Owner', manager: 'Manager' };

const MEANINGS: Readonly<Record<Role, string>> = {
  owner: 'Full access',
  manager: 'Everything except team and company settings',
};

export const getRoleName = (role: Role): string => NAMES[role];

export const RoleChoice = (input: object) => (
  <Radio.Group label="Role" {...input}>
    <Stack gap="xs" mt={4}>
      {ROLES.map((role) => (
        <Radio key={role} value={role} label={NAMES[role]} description={MEANINGS[role]} />
      ))}
    </Stack>
  </Radio.Group>
);
