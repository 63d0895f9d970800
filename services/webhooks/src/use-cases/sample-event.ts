import type { Caller } from '@svc/contracts';
import { formatTimestamp } from '@svc/kernel';
import { newEventId } from '@svc/outbox';
import type { HookEvent } from '../domain/hook-events';
import { webhookBody, type CurrentRecord, type WebhookBody } from '../domain/webhook-body';
import type { Dependencies } from './dependencies';
import { requireReadScope } from './subscribe-hook';

/** The webhook body that an event of the company's newest record would have; of an example where there is none. */
export const sampleEvent =
  ({ latest, now }: Dependencies) =>
  async (caller: Caller, event: HookEvent): Promise<WebhookBody> => {
    requireReadScope(caller, event);
    const isJob = event.startsWith('job.');
    const shown = await (isJob ? latest.job(caller) : latest.customer(caller));
    const at = now();
    return webhookBody(
      {
        id: newEventId(),
        companyId: caller.companyId,
        type: event,
        recordId: 1,
        version: 1,
        occurredAt: at,
        source: caller.actor,
        previous: PREVIOUS[event] ?? {},
        object: null,
      },
      shown ?? (isJob ? exampleJob(at, caller.zone) : exampleCustomer(at, caller.zone)),
    );
  };

const PREVIOUS: Readonly<Partial<Record<HookEvent, WebhookBody['data']['previous']>>> = {
  'job.updated': { job_priority: 'Low' },
  'job.status_changed': { status: 'Assigned' },
  'job.completed': { status: 'In Progress' },
};

function exampleJob(at: Date, zone: string): CurrentRecord {
  const time = formatTimestamp(at, zone);
  return {
    version: 1,
    object: {
      job_id: 1,
      version: 1,
      external_id: null,
      job_title: 'Replace the rooftop unit filter',
      job_description: 'Replace the filter of the rooftop unit and check the drain pan.',
      job_status: 'Pending',
      job_priority: 'Medium',
      assigned_technician_id: null,
      assigned_technician_name: null,
      customer_location_id: 1,
      customer_location_name: 'Main building',
      customer_id: 1,
      customer_name: 'Example customer',
      scheduled_start: null,
      scheduled_end: null,
      actual_start: null,
      actual_end: null,
      created_at: time,
      updated_at: time,
      assets: [],
    },
  };
}

function exampleCustomer(at: Date, zone: string): CurrentRecord {
  const time = formatTimestamp(at, zone);
  return {
    version: 1,
    object: {
      customer_id: 1,
      version: 1,
      external_id: null,
      customer_name: 'Example customer',
      customer_email: 'facilities@example.com',
      customer_phone: '+12125550100',
      default_sla_hours: 24,
      tax_exempt: false,
      tax_exemption_reason: null,
      created_at: time,
      updated_at: time,
    },
  };
}
