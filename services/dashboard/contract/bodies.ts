import type { SchemaValue } from '@svc/http';
import type { ObjectSchema } from 'joi';
import type * as gateway from '../../../gateway/src/admin/http/schemas';
import type * as webhooks from '../../webhooks/src/http/schemas';
import type * as own from '../src/http/schemas';
import type { MeterResponse, SkillResponse, TechnicianResponse } from './responses';

// Each type follows from the schema with which the record's owner validates the body.

/** JSON has strings in place of dates. */
type Sent<Schema extends ObjectSchema> = {
  [Field in keyof SchemaValue<Schema>]: SchemaValue<Schema>[Field] extends infer Value
    ? Value extends Date
      ? string
      : Value
    : never;
};

export type MeterBody = Pick<MeterResponse, 'name' | 'unit' | 'threshold'>;
/** The owner leaves an omitted list unchanged; no page edits transport modes. */
export type TechnicianBody = Omit<
  TechnicianResponse,
  'technician_id' | 'version' | 'transport_modes' | 'skills' | 'created_at' | 'updated_at'
> & { readonly skills: readonly Pick<SkillResponse, 'skill_name' | 'skill_level'>[] };

export type ChangeEndpointBody = Sent<typeof webhooks.changeEndpointBody>;
export type NewEndpointBody = Sent<typeof webhooks.newEndpointBody>;
export type ResendFailedBody = Sent<typeof webhooks.resendFailedBody>;

export type ChangeApiKeyBody = Sent<typeof gateway.keyChangeBody>;
export type NewApiKeyBody = Sent<typeof gateway.newKeyBody>;
export type RollApiKeyBody = Sent<typeof gateway.rollKeyBody>;
export type RevokeApiKeyBody = Sent<typeof gateway.revokeKeyBody>;

export type AcceptInvitationBody = Sent<typeof own.acceptInvitationBody>;
export type ChangeCompanyBody = Sent<typeof own.changeCompanyBody>;
export type ChangeMeBody = Sent<typeof own.changeMeBody>;
export type ChangePasswordBody = Sent<typeof own.changePasswordBody>;
export type ChangeRoleBody = Sent<typeof own.changeRoleBody>;
export type EndTwoStepBody = Sent<typeof own.endTwoStepBody>;
export type InviteBody = Sent<typeof own.inviteBody>;
export type ResetPasswordBody = Sent<typeof own.resetPasswordBody>;
export type SaveUserBody = Sent<typeof own.saveUserBody>;
export type SignInBody = Sent<typeof own.signInBody>;
export type TwoStepCodeBody = Sent<typeof own.twoStepCodeBody>;
