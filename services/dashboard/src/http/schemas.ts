import { fields, type ValueOf } from '@svc/http';
import { ROLES } from '../domain/user';

const MAX_PASSWORD = 1_024;

export const saveUserBody = fields.object({
  email: fields.text().email({ tlds: false }).required(),
  name: fields.text().required(),
  role: fields.oneOf(ROLES).required(),
  password: fields.text(MAX_PASSWORD),
});

export type SaveUserBody = ValueOf<typeof saveUserBody>;

export const notificationsQuery = fields.object({
  ...fields.pageFields,
  user_id: fields.queryInteger(),
  is_read: fields.flag(),
});
