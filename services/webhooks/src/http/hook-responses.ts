import { HOOKS } from '@svc/contracts';
import { defineResponse, defineNamedResponse, type FieldPresenter } from '@svc/http';
import { isPulled, type WebhookEndpoint } from '../domain/endpoint';
import { HOOK_EVENTS, type HookEvent } from '../domain/hook-events';
import type { EndpointWithNewSecret } from '../use-cases/rotate-secret';
import type { EndpointWithRights } from '../use-cases/mark-lacking-rights';
import type { SubscribeResult } from '../use-cases/subscribe-hook';
import { conditionResponse, hiddenHeaderResponse } from './delivery-responses';
import { toStatus } from './responses';

const getHookEvent = ({ events }: WebhookEndpoint): HookEvent => events[0] as HookEvent;

const VERSION =
  'Grows by 1 each time that the subscription is turned off or on, or its headers or conditions change.';

const ifAny = <Item>(items: readonly Item[]): readonly Item[] | undefined =>
  items.length > 0 ? items : undefined;

/** `target_url` and `event` are also present with `pull`, for clients that expect them. */
const targetResponse = defineResponse((hook: WebhookEndpoint, _view, show) => ({
  target_url: show.text(
    isPulled(hook) ? `${HOOKS.path}?action=events&id=${hook.id}` : hook.url,
    'With `pull`, where to read from.',
  ),
  delivery: show.textIfAny(isPulled(hook) ? 'pull' : undefined, '`pull`, or absent.'),
  events: show.textsIfAny(isPulled(hook) ? hook.events : undefined, 'Only with `pull`.'),
}));

/** Absent when empty, because the specification has neither field. */
const settingsResponse = defineResponse((hook: WebhookEndpoint, view, show) => ({
  headers: show.listIfAny(hiddenHeaderResponse, ifAny(hook.headerNames), view),
  conditions: show.listIfAny(conditionResponse, ifAny(hook.conditions), view),
}));

export const hookResponse = defineNamedResponse(
  'WebhookSubscription',
  (hook: EndpointWithRights, view, show) => ({
    id: show.id(hook.id),
    version: show.version(hook.version, VERSION),
    event: show.oneOf(HOOK_EVENTS, getHookEvent(hook)),
    ...targetResponse.declare(hook, view, show),
    status: show.oneOf(
      ['on', 'off', 'paused'],
      hook.isOn && hook.lacksRights ? 'paused' : toStatus(hook),
      '`paused`: nothing is sent while the key lacks webhooks:manage or the read scope of the event, or the company lacks the API or the feature of the event; it continues by itself. `off`: its deliveries kept failing, or `action=pause` turned it off; `action=resume` turns it on.',
    ),
    ...settingsResponse.declare(hook, view, show),
    created_at: show.timestamp(hook.createdAt, view.zone),
  }),
);

const SECRET = 'Signs every request to target_url; shown this once. `whsec_` and 43 characters.';

const showSecret = (secret: string | undefined, show: FieldPresenter) =>
  show.textIfAny(secret, `${SECRET} Absent with \`pull\`.`);

export const newHookResponse = defineNamedResponse(
  'NewWebhookSubscription',
  ({ subscription, secret }: SubscribeResult, view, show) => ({
    id: show.id(subscription.id),
    version: show.version(subscription.version, VERSION),
    event: show.oneOf(HOOK_EVENTS, getHookEvent(subscription)),
    ...targetResponse.declare(subscription, view, show),
    secret: showSecret(secret, show),
    ...settingsResponse.declare(subscription, view, show),
    created_at: show.timestamp(subscription.createdAt, view.zone),
  }),
);

export const hookExtras = defineResponse((hook: WebhookEndpoint, _view, show) => ({
  id: show.id(hook.id),
  event: show.oneOf(HOOK_EVENTS, getHookEvent(hook)),
}));

export const newHookExtras = defineResponse(
  ({ subscription, secret }: SubscribeResult, view, show) => ({
    ...hookExtras.declare(subscription, view, show),
    secret: showSecret(secret, show),
  }),
);

export const removedHookResponse = defineNamedResponse(
  'RemovedWebhookSubscription',
  (id: number, _view, show) => ({ id: show.id(id) }),
);

export const rotatedHookResponse = defineNamedResponse(
  'RotatedWebhookSubscription',
  ({ endpoint, secret, formerUntil }: EndpointWithNewSecret, view, show) => ({
    id: show.id(endpoint.id),
    event: show.oneOf(HOOK_EVENTS, getHookEvent(endpoint)),
    ...targetResponse.declare(endpoint, view, show),
    secret: show.text(secret, SECRET),
    former_secret_until: show.timestamp(formerUntil, view.zone, 'Both secrets sign until then.'),
  }),
);
