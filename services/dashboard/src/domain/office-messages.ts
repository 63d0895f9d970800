import type { LateJob, LowItem, ReceivedRequest } from '@svc/contracts';
import { formatMinute, toOneLine, type MessageText, type RecordFacts } from './message';

export const createRequestReceivedMessage = ({
  data,
}: RecordFacts<ReceivedRequest>): MessageText => ({
  title: `New service request from ${toOneLine(data.contact_name)}`,
  text: toOneLine(data.subject),
});

export const createJobLateMessage = ({ id, data, company }: RecordFacts<LateJob>): MessageText => ({
  title: `Job ${id} is late: ${toOneLine(data.job_title)}`,
  text: `It was scheduled to end at ${formatMinute(new Date(data.scheduled_end), company)} and is not completed.`,
});

export const createLowItemMessage = ({ data }: RecordFacts<LowItem>): MessageText => ({
  title: `Low stock: ${toOneLine(data.part_name)}`,
  text: `${data.quantity_on_hand} left, minimum ${data.min_stock_level}.`,
});
