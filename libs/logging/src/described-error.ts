export interface DescribedError {
  readonly type: string;
  /** A system error, SQLSTATE, NATS code or error code of the API. */
  readonly code?: string | number;
  /** Absent where its text may repeat a value. */
  readonly message?: string;
  readonly constraint?: string;
  readonly table?: string;
  readonly column?: string;
  readonly routine?: string;
  readonly statement?: string;
  /** The mail server's failed command and reply code. */
  readonly command?: string;
  readonly responseCode?: number;
  readonly stack?: string;
  readonly cause?: DescribedError;
  readonly errors?: readonly DescribedError[];
}

type Facts = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 4;
const MAX_ERRORS = 5;
const MAX_FRAMES = 25;
const MAX_MESSAGE_CHARACTERS = 500;

const SQLSTATE = /^[0-9A-Z]{5}$/;
/**
 * Classes of SQLSTATE whose messages name only tables, constraints, roles and limits. Others repeat input:
 * `invalid input syntax for type integer: "…"`.
 */
const STATES_WITHOUT_VALUES = /^(08|23|25|26|28|3D|3F|40|42|53|54|55|57|58|XX)/;

/** Errors whose messages repeat values: parsers, Joi and our own rejections. */
const ABOUT_VALUES: ReadonlySet<string> = new Set([
  'DomainError',
  'EntityNotFoundError',
  'SyntaxError',
  'ValidationError',
]);

const NAMES = ['constraint', 'table', 'column', 'routine', 'statement', 'command'] as const;

/** Describes any error without the values it happened with. */
export function describeError(error: unknown, depth = 1): DescribedError {
  if (!isObject(error)) return { type: typeof error };
  // TypeORM's errors repeat statement and parameters.
  const source = isObject(error['driverError']) ? error['driverError'] : error;
  const message = getSafeMessage(source);
  const code = getCode(source);
  const stack = getFrames(error);
  const described: Record<string, unknown> = { type: getType(error) };
  if (code !== undefined) described['code'] = code;
  if (message !== undefined) described['message'] = message;
  for (const name of NAMES) {
    if (isName(source[name])) described[name] = source[name];
  }
  if (typeof source['responseCode'] === 'number')
    described['responseCode'] = source['responseCode'];
  if (stack !== '') described['stack'] = stack;
  const { cause, errors } = error;
  if (depth < MAX_DEPTH && isObject(cause)) described['cause'] = describeError(cause, depth + 1);
  if (depth < MAX_DEPTH && Array.isArray(errors)) {
    const some = errors.slice(0, MAX_ERRORS);
    described['errors'] = some.map((each) => describeError(each, depth + 1));
  }
  return described as unknown as DescribedError;
}

export function toErrorText(error: unknown): string {
  const { type, code, message, constraint } = describeError(error);
  return message ?? [type, code, constraint].filter((part) => part !== undefined).join(' ');
}

const isObject = (value: unknown): value is Facts => typeof value === 'object' && value !== null;

const NAME = /^[\w .-]{1,80}$/;
const isName = (value: unknown): boolean => typeof value === 'string' && NAME.test(value);

const getType = ({ name, constructor }: Facts): string =>
  isName(name) ? String(name) : constructor.name;

function getCode({ code }: Facts): string | number | undefined {
  if (typeof code === 'number') return code;
  return isName(code) ? String(code) : undefined;
}

const isOfPostgres = ({ severity, code }: Facts): boolean =>
  typeof severity === 'string' && typeof code === 'string' && SQLSTATE.test(code);

function getSafeMessage(error: Facts): string | undefined {
  const { message, code } = error;
  if (typeof message !== 'string' || message === '') return undefined;
  if (isOfPostgres(error)) {
    return STATES_WITHOUT_VALUES.test(String(code)) ? shorten(message) : undefined;
  }
  return ABOUT_VALUES.has(getType(error)) ? undefined : shorten(hideValues(message));
}

const shorten = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').slice(0, MAX_MESSAGE_CHARACTERS);

/** Identifiers such as `company_id` and `fsm.jobs.>`, which are no values. */
const MACHINE_NAME = /^[a-z$][a-z0-9$]*(?:[._][a-z0-9$*>]+)+$/;
const hideQuoted = (quoted: string): string =>
  MACHINE_NAME.test(quoted.slice(1, -1)) ? quoted : `${quoted[0]}…${quoted[0]}`;

const hideValues = (message: string): string =>
  message
    // Bounds the work of the patterns below.
    .slice(0, 2 * MAX_MESSAGE_CHARACTERS)
    .replaceAll(/([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/?#@]*@)?([^\s/?#"'<>]*)[^\s"'<>]*/gi, '$1$2/…')
    .replaceAll(/\{(?:[^]*\}|[^]*$)/g, '{…}')
    .replaceAll(/<(?:[^]*>|[^]*$)/g, '<…>')
    .replaceAll(/"(?:[^]*"|[^]*$)/g, hideQuoted)
    .replaceAll(/`(?:[^]*`|[^]*$)/g, hideQuoted)
    .replaceAll(/(?<!\w)'(?:[^]*'(?!\w)|[^]*$)/g, hideQuoted)
    .replaceAll(/[^\s@]+@[^\s@]+/g, '…')
    .replaceAll(/(?:svc_(?:live|test)|whsec)_\S+/g, '…')
    .replaceAll(/\+?\d[\d\s()-]{6,}\d/g, '…');

function getFrames({ stack, message }: Facts): string {
  if (typeof stack !== 'string') return '';
  const at = typeof message === 'string' ? stack.indexOf(message) : -1;
  const trace = at < 0 ? stack : stack.slice(at + String(message).length);
  const frames = trace.split('\n').filter((line) => line.startsWith('    at '));
  return frames.slice(0, MAX_FRAMES).join('\n');
}
