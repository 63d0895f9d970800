const PASSED_ON = ['HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'LD_LIBRARY_PATH', 'PATH', 'TMPDIR', 'TZ'];

const pickVariables = (names: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(names.map((name) => [name, process.env[name]]));

export const serverEnvironment = (): NodeJS.ProcessEnv => pickVariables(PASSED_ON);

const PROXIES = ['http_proxy', 'https_proxy', 'no_proxy'];
const TO_FETCH = [...PROXIES, ...PROXIES.map((name) => name.toUpperCase()), 'APT_CONFIG'];

export const programEnvironment = (): NodeJS.ProcessEnv =>
  pickVariables([...PASSED_ON, ...TO_FETCH]);

/** Matches variables of unrelated programs in the same shell, too. */
const SECRET_NAME =
  /(?:AUTH|CRED(?:ENTIAL)?S?|KEYS?|PASS|PASSPHRASE|PASSW(?:OR)?D|SECRETS?|TOKENS?)\d*(?:_|$)|_(?:PAT|PWD)$|^(?:GEOCODER|REDIS|SMTP)_URL$|DATABASE_URL$/i;
const OF_ALL = /^OTEL_/;
/** `postgres://user:password@…`, also inside a list, or `user=… password=…`. */
const WITH_LOGIN = /\w:\/\/[^/@]+@|\bpass(?:word|wd)?\s*=/i;

/** Drops everybody's secrets; each process adds its own. */
export const removeSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name, value = '']) =>
        OF_ALL.test(name) || !(SECRET_NAME.test(name) || WITH_LOGIN.test(value)),
    ),
  );
