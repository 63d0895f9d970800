import { statement, type NoValues, type Run } from '@svc/database';

/** Reserves the id of a job before the job is written. */
export type NextJobId = () => Promise<number>;

const BLOCK = 32;

const reserve = statement<NoValues, { id: number }>()(
  'reserve_job_ids',
  `select nextval(pg_get_serial_sequence('jobs', 'id')) as id from generate_series(1, ${BLOCK})`,
);

/**
 * Ids for new jobs, reserved by the block.
 *
 * A job whose id is known beforehand is written together with its links and its event in one
 * statement, and a block makes the reservation one round trip in 32 creations. What a process
 * has left over when it ends stays unused.
 */
export function jobIds(run: Run): NextJobId {
  const free: number[] = [];
  let refill: Promise<void> | undefined;

  async function reserveBlock(): Promise<void> {
    const rows = await run(reserve);
    free.push(...rows.map(({ id }) => id));
  }

  return async () => {
    for (;;) {
      const id = free.shift();
      if (id !== undefined) return id;
      refill ??= reserveBlock().finally(() => {
        refill = undefined;
      });
      await refill;
    }
  };
}
