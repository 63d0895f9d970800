import {
  companyOf,
  compareThroughput,
  pidsOf,
  readDirectly,
  readThrough,
  rounded,
  type Compared,
  type Measurement,
} from '../measurement';

/** A job, and a page of jobs, through gateway, service and PostgreSQL. */
export const jobReads: Measurement = {
  name: 'job-reads',
  async measure(bench) {
    const company = companyOf(bench, 'large');
    const id = Math.floor((company.firstJob + company.lastJob) / 2);
    const { jobs } = bench.reference;
    const compare = (path: string, referencePath: string): Promise<Compared> =>
      compareThroughput(
        bench,
        { load: readThrough(bench, company, path), pids: pidsOf(bench, 'gateway', 'jobs') },
        { load: readDirectly(bench, jobs, referencePath), pids: [jobs.pid] },
      );
    const one = await compare(`/api/v1/jobs?id=${id}`, `/jobs?id=${id}`);
    const page = await compare('/api/v1/jobs', '/jobs');
    return [
      {
        what: `one job of ${rounded(bench.sizes.large)} / bare node:http + pg`,
        unit: 'of its throughput',
        ...one,
        bound: { atLeast: 0.35 },
      },
      {
        what: 'page of 50 jobs / bare node:http + pg',
        unit: 'of its throughput',
        ...page,
        bound: { atLeast: 0.7 },
      },
    ];
  },
};
