import {
  compareWithPeer,
  createRecordPaths,
  createRenameBodies,
  type ComparedCall,
} from '../compare-with-peer';
import type { Measurement } from '../measurement';

const CALLS: readonly ComparedCall[] = [
  {
    name: 'job read',
    context: 'jobs',
    method: 'GET',
    ours: ({ firstJob }) => createRecordPaths('/api/v1/jobs', firstJob),
    peers: ({ firstJob }) => createRecordPaths('/job', firstJob),
    atLeast: 0.65,
    atMostTimes: 1.7,
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
    body: JSON.stringify({
      job_title: 'Replace the compressor',
      job_description: 'The compressor of unit 4 does not start; replace it and test the unit.',
      customer_location_id: 17,
    }),
    atLeast: 0.4,
    atMostTimes: 3,
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
  },
];

export const jobCalls: Measurement = {
  name: 'job-calls',
  measure: (bench) => compareWithPeer(bench, CALLS),
};
