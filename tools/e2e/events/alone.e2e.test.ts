import { startTraceCollector, type TraceCollector } from '@svc/testing';
import { startPlatform, type StartedPlatform } from '../run-platform';
import { startReceiver, type Receiver } from '../test/receiver';
import { describeEndpointTrouble } from './endpoint-trouble';
import { describeNatsDown } from './nats-down';
import { describeTracing } from './tracing';

let collector: TraceCollector;
let platform: StartedPlatform;
let receiver: Receiver;

beforeAll(async () => {
  collector = await startTraceCollector();
  platform = await startPlatform({
    args: ['--no-demo'],
    env: { ...collector.environment, WEBHOOK_RETRY_GAPS: '1s,1s' },
  });
  Object.assign(process.env, platform.environment);
  receiver = await startReceiver();
}, 240_000);
afterAll(async () => {
  await receiver.close();
  await platform.stop();
  await collector.close();
}, 120_000);

// These share a platform with no other file and run one after the other, as starting one takes longer than
// any of them.
describeTracing(() => ({ collector, receiver }));
describeEndpointTrouble();
describeNatsDown(() => receiver);
