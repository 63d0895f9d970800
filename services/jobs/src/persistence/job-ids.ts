import { statement, type NoValues, type Run } from '@svc/database';

/** Reserves the id of a job before the job is written. */
export type NextJobId = () => Promise<number>;

const BLOCK = 32;

const reserve = statement<NoValues, { id: number }>()(
  'reserve_job_ids',
  `select nextval(pg_get_serial_sequence('jobs', 'id')) as id from generate_series(1, ${BLOCK})`,
);

/** Gives the ids of jobs that are created over one connection, or in one transaction. */
export type JobIdsOn = (run: Run) => NextJobId;

/**
 * Ids for new jobs, reserved by the block, for all that a process creates.
 *
 * A job whose id is known beforehand is written together with its links and its event in one
 * statement, and a block makes the reservation one round trip in 32 creations. What a process
 * has left over when it ends stays unused.
 *
 * Whoever finds none left reserves a block over its own connection: if it waited for another one while
 * holding its own, such transactions could all wait for each other.
 */
export function jobIds(): JobIdsOn {
  const free: number[] = [];

  async function reserveBlock(run: Run): Promise<void> {
    const rows = await run(reserve);
    free.push(...rows.map(({ id }) => id));
  }

  return (run) => {
    let refill: Promise<void> | undefined;
    return async () => {
      for (;;) {
        const id = free.shift();
        if (id !== undefined) return id;
        refill ??= reserveBlock(run).finally(() => {
          refill = undefined;
        });
        await refill;
      }
    };
  };
}
