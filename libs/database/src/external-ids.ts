import { duplicateExternalId } from '@svc/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { createDoOnce, type DoOperationOnce } from './done-operations';
import { statement, type Run } from './statement';
import { isUniqueViolation } from './violations';

export class ExternalIdTaken extends Error {
  constructor(
    readonly table: string,
    readonly companyId: number,
    readonly externalId: string,
  ) {
    super('Another record has this external id.');
    this.name = 'ExternalIdTaken';
  }
}

interface Identified {
  readonly companyId: number;
  readonly externalId: string | null;
}

/**
 * Translates a violation of the index `<table>_external_id_key`.
 * @throws ExternalIdTaken when another record has the external id
 */
export async function translateExternalIdConflict<T>(
  table: string,
  { companyId, externalId }: Identified,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const isTaken = externalId !== null && isUniqueViolation(error, `${table}_external_id_key`);
    throw isTaken ? new ExternalIdTaken(table, companyId, externalId) : error;
  }
}

export interface ExternalIds<Table extends string> {
  find(table: Table, companyId: number, externalId: string): Promise<number | undefined>;
  /** @throws duplicate_external_id with the id of the record that has it */
  rejectDuplicates<T>(write: () => Promise<T>): Promise<T>;
}

const MAX_ATTEMPTS = 5;

/** SQL conditions on the rows (`record`). */
interface Holders {
  /** Rows in the unique index; all by default. */
  readonly among?: string;
  /** Visible rows; all by default. */
  readonly isLive?: string;
}

export function createExternalIds<Table extends string>(
  run: Run,
  tables: Readonly<Record<Table, Holders>>,
): ExternalIds<Table> {
  async function findHolder(table: Table, companyId: number, externalId: string) {
    const { among = 'true', isLive = 'true' } = tables[table];
    const findByExternalId = statement<
      { companyId: number; externalId: string },
      { id: number; isLive: boolean }
    >()(
      `find_by_external_id_in_${table as string}`,
      `select record.id, ${isLive} as "isLive" from ${table as string} record
       where record.company_id = :companyId and record.external_id = :externalId and ${among}`,
    );
    const [found] = await run(findByExternalId, { companyId, externalId });
    return found;
  }

  return {
    async find(table, companyId, externalId) {
      const found = await findHolder(table, companyId, externalId);
      return found?.isLive ? found.id : undefined;
    },

    async rejectDuplicates(write) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await write();
        } catch (error) {
          if (!(error instanceof ExternalIdTaken)) throw error;
          const found = await findHolder(error.table as Table, error.companyId, error.externalId);
          if (found) throw duplicateExternalId(found.isLive ? found.id : null);
          if (attempt === MAX_ATTEMPTS) throw error;
        }
      }
    },
  };
}

interface WithExternalIds<Table extends string> {
  readonly externalIds: ExternalIds<Table>;
}

export interface DoOnceWithExternalIds<
  Table extends string,
  Dependencies extends WithExternalIds<Table>,
  UseCases,
> {
  readonly dependencies: WithExternalIds<Table>;
  createDependencies(tx: EntityManager): Dependencies;
  createUseCases(dependencies: Dependencies): UseCases;
  onCommitted(): void;
}

/**
 * Wraps one `rejectDuplicates` around the transaction: PostgreSQL aborts a transaction after a failed
 * statement, so inside it `rejectDuplicates` does nothing.
 */
export function createDoOnceWithExternalIds<
  Table extends string,
  Dependencies extends WithExternalIds<Table>,
  UseCases,
>(
  db: DataSource,
  {
    dependencies,
    createDependencies,
    createUseCases,
    onCommitted,
  }: DoOnceWithExternalIds<Table, Dependencies, UseCases>,
): DoOperationOnce<UseCases> {
  const createUseCasesInside = (tx: EntityManager): UseCases => {
    const inside = createDependencies(tx);
    const externalIds: ExternalIds<Table> = {
      ...inside.externalIds,
      rejectDuplicates: (write) => write(),
    };
    return createUseCases({ ...inside, externalIds });
  };
  const doOnce = createDoOnce(db, createUseCasesInside, onCommitted);
  return (key, work) => dependencies.externalIds.rejectDuplicates(() => doOnce(key, work));
}
