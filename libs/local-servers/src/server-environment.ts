const PASSED_ON = ['HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'LD_LIBRARY_PATH', 'PATH', 'TMPDIR', 'TZ'];

/** What a server learns of this process's environment, which holds the secrets of others. */
export const serverEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
