import { CONTEXTS, type Context, type Mode } from '@svc/contracts';
import { Argument, type Command } from 'commander';
import { createModeOption, getRecordsPath, listCompanySlugs } from '../admin/records-path';
import { runAsOperator, type CommandEnvironment, type Operator } from '../operator';

interface RebuildOptions {
  readonly company?: string;
  readonly mode: Mode;
}

const COPYING: readonly Context[] = ['jobs', 'assets', 'webhooks'];

export const addProjectionCommand = (program: Command, environment: CommandEnvironment): void => {
  program
    .command('projection')
    .alias('projections')
    .description("a context's copies of other contexts' records")
    .command('rebuild')
    .description('read all copies again from their owners')
    .addArgument(new Argument('[context]', 'owner of the copies; default all').choices(CONTEXTS))
    .option('--company <slug>', 'only this company; default all')
    .addOption(createModeOption())
    .action(
      runAsOperator(
        environment,
        (context: Context | undefined) => `projections of ${context ?? 'all contexts'}`,
        async (
          { client, print },
          context: Context | undefined,
          { company, mode }: RebuildOptions,
        ) => {
          const rebuilt: object[] = [];
          for (const slug of company ? [company] : await listCompanySlugs(client)) {
            for (const each of context ? [context] : COPYING) {
              const whose = context ? {} : { context: each };
              rebuilt.push({
                company: slug,
                ...whose,
                ...(await rebuild(client, each, slug, mode)),
              });
            }
          }
          print(rebuilt);
        },
      ),
    );
};

/** The gateway announces the records that webhooks copies, and has no read endpoint for them. */
async function rebuild(
  client: Operator['client'],
  context: Context,
  slug: string,
  mode: Mode,
): Promise<object> {
  if (context !== 'webhooks')
    return client.call('POST', `${getRecordsPath(slug, mode)}/${context}/projections/rebuild`);
  // Announcing a company includes its sandbox.
  await client.call('POST', `${getRecordsPath(slug)}/announce`);
  return { announced: true };
}
