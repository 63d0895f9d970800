import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@svc/testing';
import { aJob, type Api } from './platform';

const RETRY_MS = 25;
const WORKERS = [1, 2, 3, 4];

export function keepWriting(api: Api, locationId: number | undefined, label: string) {
  const acknowledged: number[] = [];
  let isStopped = false;
  const write = async (title: string): Promise<boolean> => {
    try {
      const { status, body } = await api.post('jobs', aJob(locationId, title));
      if (status === 201) acknowledged.push((body['data'] as { job_id: number }).job_id);
      return status === 201;
    } catch {
      // The connection broke, so nothing was acknowledged.
      return false;
    }
  };
  const work = async (worker: number): Promise<void> => {
    for (let count = 0; !isStopped; count += 1) {
      if (!(await write(`${label} ${worker}-${count}`))) await pause(RETRY_MS);
    }
  };
  const working = Promise.all(WORKERS.map(work));
  return {
    acknowledged,
    more(count: number): Promise<void> {
      const wanted = acknowledged.length + count;
      const check = () => expect(acknowledged.length).toBeGreaterThanOrEqual(wanted);
      return eventually(check, { within: 200_000 });
    },
    async stop() {
      isStopped = true;
      await working;
    },
  };
}

export async function listed(api: Api): Promise<Map<number, string>> {
  const jobs = new Map<number, string>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = await api.get(`jobs?per_page=100&page=${page}`);
    for (const { job_id, job_title } of body['data'] as { job_id: number; job_title: string }[]) {
      jobs.set(job_id, job_title);
    }
    pages = (body['pagination'] as { total_pages: number }).total_pages;
  }
  return jobs;
}
