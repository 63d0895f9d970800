import { CONTEXTS, type Context } from '@svc/contracts';
import { Argument, type Command } from 'commander';
import { asOperator, type Operator, type CommandEnvironment } from '../operator';
import { allCompanies } from './all-companies';

interface RebuildOptions {
  readonly company?: string;
}

export const addProjection = (program: Command, environment: CommandEnvironment): void => {
  program
    .command('projection')
    .description("a context's copies of other contexts' records")
    .command('rebuild')
    .description('read all copies again from the contexts that own the records')
    .addArgument(new Argument('<context>', 'whose copies').choices(CONTEXTS))
    .option('--company <slug>', 'of one company; of all if left out')
    .action(
      asOperator(
        environment,
        (context: Context) => `projections of ${context}`,
        async ({ client, print }, context: Context, { company }: RebuildOptions) => {
          const rebuilt: object[] = [];
          for (const slug of company ? [company] : await allCompanies(client)) {
            rebuilt.push({ company: slug, ...(await rebuild(client, slug, context)) });
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
