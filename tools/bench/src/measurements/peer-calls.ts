import {
  compareAlone,
  compareWithPeer,
  createRecordPaths,
  createRenameBodies,
  type ComparedCall,
} from '../compare-with-peer';
import type { Finding, Measurement } from '../measurement';
import { JOB_TO_CREATE } from '../seed';

const JOB_CALLS: readonly ComparedCall[] = [
  {
    name: 'job read',
    context: 'jobs',
    method: 'GET',
    ours: ({ firstJob }) => createRecordPaths('/api/v1/jobs', firstJob),
    peers: ({ firstJob }) => createRecordPaths('/job', firstJob),
    atLeast: 0.65,
    atMostTimes: 1.7,
    aloneAtMostTimes: 2.2,
  },
  {
    name: '50 jobs listed',
    context: 'jobs',
    method: 'GET',
    ours: () => '/api/v1/jobs',
    peers: () => '/jobs',
    atLeast: 0.9,
    atMostTimes: 1.7,
  },
  {
    name: 'job created',
    context: 'jobs',
    method: 'POST',
    ours: () => '/api/v1/jobs',
    peers: () => '/jobs',
    body: JSON.stringify(JOB_TO_CREATE),
    atLeast: 0.4,
    atMostTimes: 3,
    aloneAtMostTimes: 3,
  },
  {
    name: 'job updated',
    context: 'jobs',
    method: 'PUT',
    ours: ({ firstJob }) => createRecordPaths('/api/v1/jobs', firstJob),
    peers: ({ firstJob }) => createRecordPaths('/job', firstJob),
    body: createRenameBodies('job_title'),
    atLeast: 0.35,
    atMostTimes: 3,
    aloneAtMostTimes: 2.5,
  },
];

export const jobCalls: Measurement = {
  name: 'job-calls',
  measure: (bench) => compareWithPeer(bench, JOB_CALLS),
};

export const alone: Measurement = {
  name: 'alone',
  async measure(bench) {
    const findings: Finding[] = [];
    for (const call of JOB_CALLS) {
      if (call.aloneAtMostTimes) findings.push(...(await compareAlone(bench, call)));
    }
    return findings;
  },
};

const RECORD_CALLS: readonly ComparedCall[] = [
  {
    name: 'customer updated',
    context: 'customers',
    method: 'PUT',
    ours: ({ firstCustomer }) => createRecordPaths('/api/v1/customers', firstCustomer),
    peers: ({ firstCustomer }) => createRecordPaths('/customer', firstCustomer),
    body: createRenameBodies('customer_name'),
    atLeast: 0.35,
  },
  {
    name: 'asset updated',
    context: 'assets',
    method: 'PUT',
    ours: ({ firstAsset }) => createRecordPaths('/api/v1/assets', firstAsset),
    peers: ({ firstAsset }) => createRecordPaths('/asset', firstAsset),
    body: createRenameBodies('asset_name'),
    atLeast: 0.35,
  },
  {
    name: 'item updated',
    context: 'inventory',
    method: 'PATCH',
    ours: ({ firstItem }) => createRecordPaths('/api/v1/inventory', firstItem),
    peers: ({ firstItem }) => createRecordPaths('/item', firstItem),
    body: createRenameBodies('part_name'),
    atLeast: 0.35,
  },
];

export const records: Measurement = {
  name: 'records',
  measure: (bench) => compareWithPeer(bench, RECORD_CALLS),
};
