import { fields } from '@svc/http';
import Joi from 'joi';
import { ROLES } from '../../contract/rights';
import { ACTIVITY_KINDS } from '../../contract/values';

const MAX_PASSWORD_LENGTH = 1_024;

const email = () => fields.email().required();

export const saveUserBody = fields.object({
  email: email(),
  name: fields.text().required(),
  role: fields.oneOf(ROLES).required(),
  password: fields.text(MAX_PASSWORD_LENGTH),
});

/** Longer than any deliverable address. */
const MAX_EMAIL_LENGTH = 320;

export const signInBody = fields.object({
  email: fields.text(MAX_EMAIL_LENGTH).required(),
  password: fields.text(MAX_PASSWORD_LENGTH).required(),
  code: fields.text(),
});

export const forgottenPasswordBody = fields.object({
  email: fields.text(MAX_EMAIL_LENGTH).required(),
});

export const resetPasswordBody = fields.object({
  token: fields.text().required(),
  password: fields.text(MAX_PASSWORD_LENGTH).required(),
});

export const changeMeBody = fields.object({ name: fields.text().required() });

export const changePasswordBody = fields.object({
  current_password: fields.text(MAX_PASSWORD_LENGTH).required(),
  new_password: fields.text(MAX_PASSWORD_LENGTH).required(),
});

export const twoStepCodeBody = fields.object({
  code: fields.text().required(),
});

export const endTwoStepBody = fields.object({
  password: fields.text(MAX_PASSWORD_LENGTH).required(),
});

export const inviteBody = fields.object({
  email: email(),
  role: fields.oneOf(ROLES).required(),
});

export const changeRoleBody = fields.object({
  role: fields.oneOf(ROLES).required(),
});

export const acceptInvitationBody = fields.object({
  token: fields.text().required(),
  name: fields.text().required(),
  password: fields.text(MAX_PASSWORD_LENGTH).required(),
});

const pageFields = {
  ...fields.pageFields,
  per_page: fields.pageFields.per_page.default(25),
};

export const dashboardPageQuery = fields.object(pageFields);

export const ownNotificationsQuery = fields.object({ ...pageFields, is_read: fields.flag() });

export const activityQuery = fields.object({
  ...pageFields,
  user_id: fields.queryId(),
  operator: fields.flag(),
  kind: fields.oneOf(ACTIVITY_KINDS),
});

export const activityPeopleQuery = fields.object({
  ...pageFields,
  user_id: fields.queryId(),
  search: fields.searchTerm(),
});

export const notificationsQuery = fields.object({
  ...fields.pageFields,
  user_id: fields.queryId(),
  is_read: fields.flag(),
});

export const changeCompanyBody = fields
  .object({ name: fields.text(), timezone: fields.text(), country: fields.text() })
  .or('name', 'timezone', 'country');

const anything = () => fields.withType<unknown>()(Joi.any());

/** The jobs context validates the fields, so that people read its messages. */
export const newJobBody = fields.object({
  job_title: anything(),
  job_description: anything(),
  job_priority: anything(),
  customer_location_id: anything(),
  assigned_technician_id: anything(),
  scheduled_start: anything(),
  scheduled_end: anything(),
  asset_ids: anything(),
  asset_relationship_type: anything(),
});

export const searchQuery = fields.object({ term: fields.searchTerm().required() });
