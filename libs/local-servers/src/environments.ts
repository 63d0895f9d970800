/** What a server that is no program of ours needs of this process's environment. */
const PASSED_ON = ['HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'LD_LIBRARY_PATH', 'PATH', 'TMPDIR', 'TZ'];

const ownValuesOf = (names: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(names.map((name) => [name, process.env[name]]));

/** What such a server learns of this process's environment, which holds the secrets of others. */
export const serverEnvironment = (): NodeJS.ProcessEnv => ownValuesOf(PASSED_ON);

/** The way into the network, and how packages are fetched. */
const TO_FETCH = [
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'APT_CONFIG',
];

/** What a program of the machine learns that is run to its end. */
export const programEnvironment = (): NodeJS.ProcessEnv => ownValuesOf([...PASSED_ON, ...TO_FETCH]);

/** Also of programs that have nothing to do with us, and are started from the same shell. */
const SECRET_NAME =
  /(?:AUTH|CRED(?:ENTIAL)?S?|KEYS?|PASS|PASSPHRASE|PASSW(?:OR)?D|SECRETS?|TOKENS?)\d*(?:_|$)|_(?:PAT|PWD)$|^(?:GEOCODER|REDIS|SMTP)_URL$|DATABASE_URL$/i;
/** Where traces go, and with what: each process sends its own. */
const OF_ALL = /^OTEL_/;
/** `postgres://user:password@…`, also among other addresses, or `user=… password=…`. */
const WITH_LOGIN = /\w:\/\/[^/@]+@|\bpass(?:word|wd)?\s*=/i;

/**
 * An environment without the administrator's way into the database, and without anybody's secrets: whoever
 * starts a process adds its own.
 */
export const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name, value = '']) =>
        OF_ALL.test(name) || !(SECRET_NAME.test(name) || WITH_LOGIN.test(value)),
    ),
  );
