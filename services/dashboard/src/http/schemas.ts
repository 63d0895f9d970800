import { fields, type PageQuery } from '@svc/http';
import Joi from 'joi';
import { ROLES, type Role } from '../domain/user';

export interface SaveUserBody {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly password?: string;
}

const MAX_PASSWORD = 1_024;

export const saveUserBody = Joi.object<SaveUserBody, true>({
  email: fields.text().email({ tlds: false }).required(),
  name: fields.text().required(),
  role: Joi.string()
    .valid(...ROLES)
    .required(),
  password: fields.text(MAX_PASSWORD),
});

interface NotificationsQuery extends PageQuery {
  readonly user_id?: number;
  readonly is_read?: boolean;
}

export const notificationsQuery = Joi.object<NotificationsQuery, true>({
  ...fields.pageFields,
  user_id: fields.queryInteger(),
  is_read: fields.flag(),
});
