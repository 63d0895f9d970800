import type { LateJob, LowItem, ReceivedRequest } from '@svc/contracts';
import type { CompanyPlace } from './company';
import { formatMinute, toOneLine, type MessageText } from './message';

interface Received<Data> {
  readonly id: number;
  readonly data: Data;
  readonly company: CompanyPlace;
}

export const createRequestReceivedMessage = ({ data }: Received<ReceivedRequest>): MessageText => ({
  title: `New service request from ${toOneLine(data.contact_name)}`,
  text: toOneLine(data.subject),
});

export const createJobLateMessage = ({ id, data, company }: Received<LateJob>): MessageText => ({
  title: `Job ${id} is late: ${toOneLine(data.job_title)}`,
  text: `It was scheduled to end at ${formatMinute(new Date(data.scheduled_end), company)} and is not completed.`,
});

export const createLowItemMessage = ({ data }: Received<LowItem>): MessageText => ({
  title: `Low stock: ${toOneLine(data.part_name)}`,
  text: `${data.quantity_on_hand} left, minimum ${data.min_stock_level}.`,
});
