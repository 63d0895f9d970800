import { Agent, request } from 'node:http';
import { getWallTimeMs } from '../clock';
import type { Bench } from '../measurement';
import type { BenchCompany } from '../seed';

export interface JobChanges {
  readonly jobs: readonly number[];
  readonly perSecond: number;
  readonly title: string;
}

/** Returns when the response to each change arrived, by job. */
export async function changeJobs(
  bench: Bench,
  company: BenchCompany,
  { jobs, perSecond, title }: JobChanges,
): Promise<ReadonlyMap<number, number>> {
  const agent = new Agent({ keepAlive: true });
  const change = (id: number): Promise<number> =>
    new Promise((resolve, reject) => {
      request(
        {
          agent,
          port: bench.platform.gatewayPort,
          host: '127.0.0.1',
          method: 'PUT',
          path: `/api/v1/jobs?id=${id}`,
          headers: { 'x-api-key': company.key },
        },
        (response) => {
          const answeredAt = getWallTimeMs();
          response.resume();
          if (response.statusCode === 200) resolve(answeredAt);
          else reject(new Error(`A change of job ${id} was answered ${response.statusCode}.`));
        },
      )
        .once('error', reject)
        .end(JSON.stringify({ job_title: title }));
    });

  const changes = new Map<number, Promise<number>>();
  const startedAt = performance.now();
  for (const [index, id] of jobs.entries()) {
    const dueAt = startedAt + (index / perSecond) * 1_000;
    await new Promise((resolve) => setTimeout(resolve, Math.max(dueAt - performance.now(), 0)));
    const changed = change(id);
    // Rejections are read after all requests were sent.
    changed.catch(() => undefined);
    changes.set(id, changed);
  }
  const times = await Promise.all(
    [...changes].map(async ([id, changed]) => [id, await changed] as const),
  );
  agent.destroy();
  return new Map(times);
}
