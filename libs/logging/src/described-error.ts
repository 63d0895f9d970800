/** An error as a log may hold it: what went wrong and where, without the values it happened with. */
export interface DescribedError {
  readonly type: string;
  /** Of the system, of PostgreSQL (SQLSTATE), of NATS, or of a refusal. */
  readonly code?: string | number;
  /** Absent where its text may repeat a value. */
  readonly message?: string;
  /** Names that a database error gives: of ours, never values. */
  readonly constraint?: string;
  readonly table?: string;
  readonly column?: string;
  /** The function of PostgreSQL that complained. */
  readonly routine?: string;
  /** The prepared statement that failed. */
  readonly statement?: string;
  /** Of a mail server: the command that failed, and its answer. */
  readonly command?: string;
  readonly responseCode?: number;
  readonly stack?: string;
  readonly cause?: DescribedError;
  readonly errors?: readonly DescribedError[];
}

type Facts = Readonly<Record<string, unknown>>;

const DEEPEST = 4;
const MOST_ERRORS = 5;
const MOST_FRAMES = 25;
const LONGEST_MESSAGE = 500;

const SQLSTATE = /^[0-9A-Z]{5}$/;
/**
 * Classes of SQLSTATE whose messages name tables, constraints, roles and limits only. Others repeat
 * what was sent: `invalid input syntax for type integer: "…"`.
 */
const STATES_WITHOUT_VALUES = /^(08|23|25|26|28|3D|3F|40|42|53|54|55|57|58|XX)/;

/** Errors that are about a value, and mostly repeat it: of a parser, of Joi, and our own refusals. */
const ABOUT_VALUES: ReadonlySet<string> = new Set([
  'DomainError',
  'EntityNotFoundError',
  'SyntaxError',
  'ValidationError',
]);

const NAMES = ['constraint', 'table', 'column', 'routine', 'statement', 'command'] as const;

/** An error without values, whatever library it comes from, and whatever it carries beside its message. */
export function describeError(error: unknown, depth = 1): DescribedError {
  if (!isObject(error)) return { type: typeof error };
  // TypeORM's errors repeat the statement, its parameters and all that the driver's error says.
  const source = isObject(error['driverError']) ? error['driverError'] : error;
  const message = messageIn(source);
  const code = codeIn(source);
  const stack = framesOf(error);
  const described: Record<string, unknown> = { type: typeOf(error) };
  if (code !== undefined) described['code'] = code;
  if (message !== undefined) described['message'] = message;
  for (const name of NAMES) {
    if (isName(source[name])) described[name] = source[name];
  }
  if (typeof source['responseCode'] === 'number')
    described['responseCode'] = source['responseCode'];
  if (stack !== '') described['stack'] = stack;
  const { cause, errors } = error;
  if (depth < DEEPEST && isObject(cause)) described['cause'] = describeError(cause, depth + 1);
  if (depth < DEEPEST && Array.isArray(errors)) {
    const some = errors.slice(0, MOST_ERRORS);
    described['errors'] = some.map((each) => describeError(each, depth + 1));
  }
  return described as unknown as DescribedError;
}

/** What went wrong in one line without values, for where there is no room for more. */
export function reasonOf(error: unknown): string {
  const { type, code, message, constraint } = describeError(error);
  return message ?? [type, code, constraint].filter((part) => part !== undefined).join(' ');
}

const isObject = (value: unknown): value is Facts => typeof value === 'object' && value !== null;

const NAME = /^[\w .-]{1,80}$/;
const isName = (value: unknown): boolean => typeof value === 'string' && NAME.test(value);

const typeOf = ({ name, constructor }: Facts): string =>
  isName(name) ? String(name) : constructor.name;

function codeIn({ code }: Facts): string | number | undefined {
  if (typeof code === 'number') return code;
  return isName(code) ? String(code) : undefined;
}

const isOfPostgres = ({ severity, code }: Facts): boolean =>
  typeof severity === 'string' && typeof code === 'string' && SQLSTATE.test(code);

function messageIn(error: Facts): string | undefined {
  const { message, code } = error;
  if (typeof message !== 'string' || message === '') return undefined;
  if (isOfPostgres(error)) {
    return STATES_WITHOUT_VALUES.test(String(code)) ? cut(message) : undefined;
  }
  return ABOUT_VALUES.has(typeOf(error)) ? undefined : cut(withoutValues(message));
}

const cut = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, LONGEST_MESSAGE);

/** Names in code or configuration, such as `company_id` and `fsm.jobs.>`, which no value looks like. */
const MACHINE_NAME = /^[a-z$][a-z0-9$]*(?:[._][a-z0-9$*>]+)+$/;
const hidden = (quoted: string): string =>
  MACHINE_NAME.test(quoted.slice(1, -1)) ? quoted : `${quoted[0]}…${quoted[0]}`;

/** What libraries repeat in the text of an error: something quoted, an address, a key, a number. */
const withoutValues = (message: string): string =>
  message
    // Before anything is looked for: a value may be as long as it likes.
    .slice(0, 2 * LONGEST_MESSAGE)
    .replaceAll(/([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/?#@]*@)?([^\s/?#"'<>]*)[^\s"'<>]*/gi, '$1$2/…')
    .replaceAll(/\{(?:[^]*\}|[^]*$)/g, '{…}')
    .replaceAll(/<(?:[^]*>|[^]*$)/g, '<…>')
    .replaceAll(/"(?:[^]*"|[^]*$)/g, hidden)
    .replaceAll(/`(?:[^]*`|[^]*$)/g, hidden)
    .replaceAll(/(?<!\w)'(?:[^]*'(?!\w)|[^]*$)/g, hidden)
    .replaceAll(/[^\s@]+@[^\s@]+/g, '…')
    .replaceAll(/(?:svc_(?:live|test)|whsec)_\S+/g, '…')
    .replaceAll(/\+?\d[\d\s()-]{6,}\d/g, '…');

/** Where an error was made; the lines before that repeat its message. */
function framesOf({ stack, message }: Facts): string {
  if (typeof stack !== 'string') return '';
  const at = typeof message === 'string' ? stack.indexOf(message) : -1;
  const trace = at < 0 ? stack : stack.slice(at + String(message).length);
  const frames = trace.split('\n').filter((line) => line.startsWith('    at '));
  return frames.slice(0, MOST_FRAMES).join('\n');
}
