import { toCapitalized, toMidSentence } from '../shown/wording';

/** A field as people see it. */
export interface VisibleField {
  /** Its name in the form, such as `skills.1.skill_level`. */
  readonly name: string;
  readonly label: string;
  /** The type of its input; `select` where something is chosen from a list. */
  readonly type: string;
}

/** The name at the beginning of a message, with the position of a list's item: `skills[1].skill_level`. */
const NAME = /^[a-z]\w*(?:\[(\d+)\]|\.\w+)*(?= )/;

const MISSING = /^(is required|is not allowed to be empty|must not be empty)\.$/;

const RULES: readonly (readonly [RegExp, string])[] = [
  [/^length must be at least (\d+) characters long\.$/, 'must be at least $1 characters.'],
  [
    /^length must be less than or equal to (\d+) characters long\.$/,
    'must be at most $1 characters.',
  ],
  [/^must be greater than or equal to (\S+)\.$/, 'must be $1 or more.'],
  [/^must be less than or equal to (\S+)\.$/, 'must be $1 or less.'],
];

/** Rewrites an error of the API about one field with the words of the page. */
export function toPlainMessage(message: string, field: VisibleField): string {
  const [name, position] = NAME.exec(message) ?? [];
  if (name === undefined) return message;
  const rest = message.slice(name.length + 1);
  const isUnchosen = field.type === 'select' && rest === 'must be a number.';
  if (isUnchosen || MISSING.test(rest)) return toRequest(field);
  if (rest === 'must contain at least 1 items.') return 'Choose at least one.';
  if (rest === 'must be an https address.') return 'Enter an address that begins with https://.';
  const isOfLine = position !== undefined && field.type === 'textarea';
  const subject = isOfLine ? `Line ${Number(position) + 1}` : toSubject(name, field);
  const [rule, text] = RULES.find(([pattern]) => pattern.test(rest)) ?? [/^$/, ''];
  return `${subject} ${rest.replace(rule, text).replaceAll(/[a-z]+(?:_[a-z]+)+/g, toWords)}`;
}

function toSubject(name: string, field: VisibleField): string {
  const [root = name] = name.split(/[[.]/);
  const isOfField = field.name.split('.').includes(root);
  return (isOfField && field.label) || toCapitalized(toWords(root));
}

const toWords = (name: string): string => name.replace(/_id$/, '').replaceAll('_', ' ');

function toRequest({ label, type }: VisibleField): string {
  if (type === 'datetime-local') return 'Choose a date and time.';
  const name = toMidSentence(label);
  if (name === 'from' || name === 'to') return 'Choose one.';
  const verb = type === 'select' || type === 'date' || type === 'time' ? 'Choose' : 'Enter';
  return `${verb} ${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}.`;
}
