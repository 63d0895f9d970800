import { createDataSource, type DataSourceSettings } from '@svc/database';
import type { DataSource } from 'typeorm';
import { endpointTable } from './endpoint-table';
import { CreateWebhooks1764000000000 } from './migrations/1764000000000-create-webhooks';
import { PlanDeliveries1764200000000 } from './migrations/1764200000000-plan-deliveries';
import { KeepRights1764400000000 } from './migrations/1764400000000-keep-rights';
import { KeepTimesWithoutRights1764800000000 } from './migrations/1764800000000-keep-times-without-rights';
import { KeepRequestHeaders1764900000000 } from './migrations/1764900000000-keep-request-headers';
import { KeepTraces1765000000000 } from './migrations/1765000000000-keep-traces';
import { KnowSandboxes1766110000000 } from './migrations/1766110000000-know-sandboxes';
import { TrackChangesOfEndpoints1766200000000 } from './migrations/1766200000000-track-changes-of-endpoints';
import { KeepTimesWithoutMoreRights1766500000000 } from './migrations/1766500000000-keep-times-without-more-rights';
import { KnowListeners1767500000000 } from './migrations/1767500000000-know-listeners';
import { KeepFeatures1767510000000 } from './migrations/1767510000000-keep-features';
import { KnowMissedDeliveries1768400000000 } from './migrations/1768400000000-know-missed-deliveries';
import { LetEventsWait1768600000000 } from './migrations/1768600000000-let-events-wait';
import { KnowSinceWhenEndpointsAreOn1768700000000 } from './migrations/1768700000000-know-since-when-endpoints-are-on';
import { TellEventsOfContextsApart1768800000000 } from './migrations/1768800000000-tell-events-of-contexts-apart';
import { KnowThatGatewaysAnswer1768900000000 } from './migrations/1768900000000-know-that-gateways-answer';
import { KnowWhichRequestSubscribed1769000000000 } from './migrations/1769000000000-know-which-request-subscribed';

export const entities = [endpointTable];
export const migrations = [
  CreateWebhooks1764000000000,
  PlanDeliveries1764200000000,
  KeepRights1764400000000,
  KeepTimesWithoutRights1764800000000,
  KeepRequestHeaders1764900000000,
  KeepTraces1765000000000,
  KnowSandboxes1766110000000,
  TrackChangesOfEndpoints1766200000000,
  KeepTimesWithoutMoreRights1766500000000,
  KnowListeners1767500000000,
  KeepFeatures1767510000000,
  KnowMissedDeliveries1768400000000,
  LetEventsWait1768600000000,
  KnowSinceWhenEndpointsAreOn1768700000000,
  TellEventsOfContextsApart1768800000000,
  KnowThatGatewaysAnswer1768900000000,
  KnowWhichRequestSubscribed1769000000000,
];

/** The connection to the `webhooks` schema. */
export const webhooksDataSource = (
  settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>,
): DataSource => createDataSource({ ...settings, entities, migrations });
