import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PROCESSES } from '@svc/contracts';
import { Argument, Command, Option } from 'commander';
import { createBill, listPackages } from './bill-of-materials';
import {
  buildArguments,
  BUILDERS,
  findBuilder,
  getImageName,
  pushCommands,
  type ImageBuilder,
} from './builders';
import { collectFiles } from './collect';
import { listProcessFiles } from './process-files';

const root = join(__dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};

interface Options {
  readonly builder?: ImageBuilder;
  readonly base?: string;
  readonly tag: string;
  readonly push?: string;
}

const program = new Command('images')
  .description('Builds an image of each process, and writes down what is inside.')
  .addArgument(
    new Argument('[process...]', 'the processes; all when none is named').choices(PROCESSES),
  )
  .addOption(new Option('--builder <builder>', 'the first that is there').choices(BUILDERS))
  .option('--base <image>', 'a Node.js image to build on')
  .option('--tag <tag>', 'what follows the name', version)
  .option('--push <registry>', 'sends each image there')
  .action(buildImages);

program
  .command('files <folder>', { hidden: true })
  .description('Copies what each process loads into a folder of its name.')
  .action((folder: string) => collectFiles(root, resolve(folder), PROCESSES));

async function buildImages(named: readonly string[], options: Options): Promise<void> {
  const { base, tag, push } = options;
  const builder = options.builder ?? findBuilder();
  if (!builder) return program.error(`None of ${BUILDERS.join(', ')} works on this machine.`);
  const revision = revisionOf(root);
  const packages = await listPackages(root);
  mkdirSync(join(root, 'dist/images'), { recursive: true });
  for (const process of named.length > 0 ? named : PROCESSES) {
    run(builder, buildArguments(builder, { process, tag, version, revision, base }));
    const image = getImageName({ process, tag });
    const bill = createBill(
      { process, root, files: await listProcessFiles(root, process) },
      packages,
    );
    writeFileSync(join(root, `dist/images/${process}.cdx.json`), JSON.stringify(bill, null, 2));
    if (push)
      for (const args of pushCommands(builder, { image, registry: push })) run(builder, args);
    console.log(image);
  }
  return undefined;
}

function run(builder: ImageBuilder, args: readonly string[]): void {
  const { status, error } = spawnSync(builder, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) program.error(error?.message ?? `${builder} ${args[0]} failed, see above.`);
}

function revisionOf(folder: string): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: folder });
  return status === 0 ? stdout.toString().trim() : 'unknown';
}

program.parseAsync().catch((error: unknown) => program.error((error as Error).message));
