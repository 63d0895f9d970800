import { fields, type ValueOf } from '@svc/http';
import { ACTIVITY_KINDS } from '../../contract/activity';
import { ROLES } from '../../contract/rights';

const MAX_PASSWORD = 1_024;

export const saveUserBody = fields.object({
  email: fields.text().email({ tlds: false }).required(),
  name: fields.text().required(),
  role: fields.oneOf(ROLES).required(),
  password: fields.text(MAX_PASSWORD),
});

export type SaveUserBody = ValueOf<typeof saveUserBody>;

/** Longer than any address that mail can be sent to. */
const MAX_EMAIL = 320;

export const signInBody = fields.object({
  email: fields.text(MAX_EMAIL).required(),
  password: fields.text(MAX_PASSWORD).required(),
  code: fields.text(),
});

export const forgottenPasswordBody = fields.object({ email: fields.text(MAX_EMAIL).required() });

export const resetPasswordBody = fields.object({
  token: fields.text().required(),
  password: fields.text(MAX_PASSWORD).required(),
});

export const changeMeBody = fields.object({ name: fields.text().required() });

export const changePasswordBody = fields.object({
  current_password: fields.text(MAX_PASSWORD).required(),
  new_password: fields.text(MAX_PASSWORD).required(),
});

export const twoStepCodeBody = fields.object({ code: fields.text().required() });

export const endTwoStepBody = fields.object({ password: fields.text(MAX_PASSWORD).required() });

/** Lists of the dashboard's own pages are shorter than the API's. */
export const pageFields = {
  ...fields.pageFields,
  per_page: fields.pageFields.per_page.default(25),
};

export const ownNotificationsQuery = fields.object({ ...pageFields, is_read: fields.flag() });

export const activityQuery = fields.object({
  ...pageFields,
  user_id: fields.queryId(),
  kind: fields.oneOf(ACTIVITY_KINDS),
});

export const notificationsQuery = fields.object({
  ...fields.pageFields,
  user_id: fields.queryInteger(),
  is_read: fields.flag(),
});
