import { CONTEXTS, type Context } from '@svc/contracts';
import { Argument, type Command } from 'commander';
import { asOperator, type Operator, type CommandEnvironment } from '../operator';
import { allCompanies } from './all-companies';

interface RebuildOptions {
  readonly company?: string;
}

/** The contexts that keep copies of others' records. */
const COPYING: readonly Context[] = ['jobs', 'assets', 'webhooks'];

export const addProjection = (program: Command, environment: CommandEnvironment): void => {
  program
    .command('projection')
    .alias('projections')
    .description("a context's copies of other contexts' records")
    .command('rebuild')
    .description('read all copies again from the contexts that own the records')
    .addArgument(
      new Argument('[context]', 'whose copies; of all that keep some if left out').choices(
        CONTEXTS,
      ),
    )
    .option('--company <slug>', 'of one company; of all if left out')
    .action(
      asOperator(
        environment,
        (context: Context | undefined) => `projections of ${context ?? 'all contexts'}`,
        async ({ client, print }, context: Context | undefined, { company }: RebuildOptions) => {
          const rebuilt: object[] = [];
          for (const slug of company ? [company] : await allCompanies(client)) {
            for (const each of context ? [context] : COPYING) {
              const whose = context ? {} : { context: each };
              rebuilt.push({ company: slug, ...whose, ...(await rebuild(client, slug, each)) });
            }
          }
          print(rebuilt);
        },
      ),
    );
};

/** The copies of webhooks are the gateway's, which announces its records and answers no reads. */
async function rebuild(
  client: Operator['client'],
  slug: string,
  context: Context,
): Promise<object> {
  const company = `/companies/${encodeURIComponent(slug)}`;
  if (context !== 'webhooks')
    return client.ask('POST', `${company}/${context}/projections/rebuild`);
  await client.ask('POST', `${company}/announce`);
  return { announced: true };
}
