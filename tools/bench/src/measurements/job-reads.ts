import {
  companyOf,
  compareThroughput,
  readDirectly,
  readThrough,
  whole,
  type Measurement,
} from '../measurement';

/** A job, and a page of jobs, through gateway, service and PostgreSQL. */
export const jobReads: Measurement = {
  name: 'job-reads',
  async measure(bench) {
    const company = companyOf(bench, 'large');
    const id = Math.floor((company.firstJob + company.lastJob) / 2);
    const one = await compareThroughput(
      bench,
      readThrough(bench, company, `/api/v1/jobs?id=${id}`),
      readDirectly(bench, bench.reference.jobs, `/jobs?id=${id}`),
    );
    const page = await compareThroughput(
      bench,
      readThrough(bench, company, '/api/v1/jobs'),
      readDirectly(bench, bench.reference.jobs, '/jobs'),
    );
    return [
      {
        what: `one job of ${whole(company.jobs)} / bare node:http + pg`,
        unit: 'of its throughput',
        value: one.ratio,
        bound: { atLeast: 0.35 },
        detail: one.detail,
      },
      {
        what: 'page of 50 jobs / bare node:http + pg',
        unit: 'of its throughput',
        value: page.ratio,
        bound: { atLeast: 0.7 },
        detail: page.detail,
      },
    ];
  },
};
