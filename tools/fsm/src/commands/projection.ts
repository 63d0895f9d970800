import { CONTEXTS, type Context } from '@svc/contracts';
import { Argument, type Command } from 'commander';
import { asOperator, type Surroundings } from '../operator';
import { allCompanies } from './all-companies';

interface RebuildOptions {
  readonly company?: string;
}

export const addProjection = (program: Command, surroundings: Surroundings): void => {
  program
    .command('projection')
    .description("a context's copies of other contexts' records")
    .command('rebuild')
    .description('read all copies again from the contexts that own the records')
    .addArgument(new Argument('<context>', 'whose copies').choices(CONTEXTS))
    .option('--company <slug>', 'of one company; of all if left out')
    .action(
      asOperator(
        surroundings,
        (context: Context) => `projections of ${context}`,
        async ({ client, print }, context: Context, { company }: RebuildOptions) => {
          const rebuilt: object[] = [];
          for (const slug of company ? [company] : await allCompanies(client)) {
            const path = `/companies/${encodeURIComponent(slug)}/${context}/projections/rebuild`;
            const counts = await client.ask<object>('POST', path);
            rebuilt.push({ company: slug, ...counts });
          }
          print(rebuilt);
        },
      ),
    );
};
