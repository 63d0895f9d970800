import { Command, InvalidArgumentError, Option } from 'commander';
import { runLoad, type RequestLoad } from './load/load';
import { handleMessages } from './roles';
import { MEASUREMENT_NAMES, runBenchmarks, type BenchmarkOptions } from './run-benchmarks';
import { disturb, type Disturbance } from './load/disturb';
import { startBareProxy } from './servers/bare-proxy';
import { sendInBareLoop, type BareSending } from './servers/bare-sender';
import { startConstantUpstream } from './servers/constant-upstream';
import { sendWithGraphile, type GraphileSending } from './servers/graphile-sender';
import { startPeer, type PeerSettings } from './servers/peer';
import { createWebhookReceivers } from './servers/webhook-receivers';

const ROLES: Readonly<Record<string, () => void>> = {
  'load': () => handleMessages<RequestLoad>(runLoad),
  'constant-upstream': () => handleMessages(startConstantUpstream),
  'bare-proxy': () => handleMessages<{ target: string }>(startBareProxy),
  'disturbing-company': () => handleMessages<Disturbance>(disturb),
  'peer': () => handleMessages<PeerSettings>(startPeer),
  'webhook-receivers': () => handleMessages(createWebhookReceivers()),
  'bare-sender': () => handleMessages<BareSending>(sendInBareLoop),
  'graphile-sender': () => handleMessages<GraphileSending>(sendWithGraphile),
};

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a positive number.');
  return value;
}

const program = new Command('bench')
  .description('Measures the platform against bare reference servers, in one run.')
  .option('--out <file>', 'where the findings are written', '.data/bench.json')
  .addOption(
    new Option('--only <name...>', 'measures these only')
      .choices(MEASUREMENT_NAMES)
      .default([], 'all'),
  )
  .option('--rounds <n>', 'how often each variant is measured', positive, 3)
  .option('--seconds <n>', 'how long a variant is measured', positive, 3)
  .option('--rows <n>', 'jobs, assets and items of the large company', positive, 1_000_000)
  .option('--changes <n>', 'jobs of the company whose changes `cursor` reads', positive, 100_000)
  .option('--grown <n>', 'jobs of the company that `growth` measures', positive, 10_000_000)
  .option('--others <n>', 'jobs of the other companies beside it', positive, 90_000_000)
  .action(async (options: BenchmarkOptions) => {
    const isMet = await runBenchmarks(options);
    process.exitCode = isMet ? 0 : 1;
  });

const role = process.send ? ROLES[process.argv[2] ?? ''] : undefined;
if (role) {
  role();
} else {
  program.parseAsync().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}
