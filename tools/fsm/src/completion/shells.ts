import type { CompletableOption, Place } from './completable';

/** What a script has to know besides the places of the command line. */
export interface Script {
  readonly places: readonly Place[];
  /** Starts the command line, whatever the shell's folder is. */
  readonly start: string;
}

/** A word of a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const namesOf = ({ name, short }: CompletableOption): string[] => (short ? [short, name] : [name]);

/** The patterns of all places but the first, to find out where a command line has got to. */
const known = (places: readonly Place[], separator: string): string =>
  places
    .filter(({ at }) => at !== '')
    .map(({ at }) => quoted(at))
    .join(separator);

/** The options of all places that want a word after them, which is no command. */
const wanting = (places: readonly Place[]): string[] => [
  ...new Set(
    places.flatMap(({ options }) =>
      options.filter(({ value }) => value !== 'none').flatMap(namesOf),
    ),
  ),
];

/** A case of each option that wants a word after it, with what answers it. */
const valueCases = (places: readonly Place[], answer: (option: CompletableOption) => string) =>
  places.flatMap(({ at, options }) =>
    options
      .filter(({ value }) => value !== 'none')
      .map((option) => {
        const patterns = namesOf(option).map((name) => quoted(`${at} ${name}`));
        return `    (${patterns.join('|')}) ${answer(option)}; return ;;`;
      }),
  );

const bashValue = ({ value }: CompletableOption): string => {
  if (value === 'file') return 'COMPREPLY=($(compgen -f -- "$current"))';
  if (value === 'folder') return 'COMPREPLY=($(compgen -d -- "$current"))';
  const words = typeof value === 'string' ? '' : value.join(' ');
  return `COMPREPLY=($(compgen -W ${quoted(words)} -- "$current"))`;
};

const bash = ({ places, start }: Script): string => `
type fsm >/dev/null 2>&1 || fsm() { ${start} "$@"; }
_fsm() {
  local at='' word i words='' current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "\${COMP_WORDS[i - 1]}" in (${wanting(places).join('|')}) continue ;; esac
    case "$at $word" in (${known(places, '|')}) at="$at $word" ;; esac
  done
  case "$at $previous" in
${valueCases(places, bashValue).join('\n')}
  esac
  case "$at" in
${places
  .map(({ at, commands, choices, options }) => {
    const words = [...commands.map(({ name }) => name), ...choices, ...options.flatMap(namesOf)];
    return `    (${quoted(at)}) words=${quoted(words.join(' '))} ;;`;
  })
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _fsm fsm
`;

const zshValue = ({ value }: CompletableOption): string => {
  if (value === 'file') return '_files';
  if (value === 'folder') return '_files -/';
  return typeof value === 'string' ? '_message value' : `compadd -- ${value.join(' ')}`;
};

const described = (name: string, description: string): string =>
  quoted(`${name.replaceAll(':', '\\:')}:${description}`);

const zsh = ({ places, start }: Script): string => `
(( $+commands[fsm] || $+functions[fsm] )) || fsm() { ${start} "$@" }
_fsm() {
  local at='' word i
  local -a found
  for (( i = 2; i < CURRENT; i++ )); do
    word=$words[i]
    case $words[i-1] in (${wanting(places).join('|')}) continue ;; esac
    case "$at $word" in (${known(places, '|')}) at="$at $word" ;; esac
  done
  case "$at $words[CURRENT-1]" in
${valueCases(places, zshValue).join('\n')}
  esac
  case "$at" in
${places
  .map(({ at, commands, choices, options }) => {
    const words = [
      ...commands.map(({ name, description }) => described(name, description)),
      ...choices.map(quoted),
      ...options.flatMap((option) =>
        namesOf(option).map((name) => described(name, option.description)),
      ),
    ];
    return `    (${quoted(at)}) found=(${words.join(' ')}) ;;`;
  })
  .join('\n')}
  esac
  _describe fsm found
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _fsm fsm
`;

const fishText = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const fishValue = ({ value }: CompletableOption): string => {
  if (value === 'none') return '';
  if (value === 'file') return ' -r -F';
  if (value === 'folder') return " -x -a '(__fish_complete_directories)'";
  return typeof value === 'string' ? ' -x' : ` -x -a ${fishText(value.join(' '))}`;
};

const fish = ({ places, start }: Script): string => `
type -q fsm; or function fsm; ${start} $argv; end
function __fsm_at
  set -l at ''
  set -l before ''
  for word in (commandline -opc)[2..]
    if not contains -- $before ${wanting(places).join(' ')}
      switch "$at $word"
        case ${known(places, ' ')}
          set at "$at $word"
      end
    end
    set before $word
  end
  test "$at" = $argv[1]
end
complete -c fsm -f
${places
  .flatMap(({ at, commands, choices, options }) => {
    const here = `complete -c fsm -n ${fishText(`__fsm_at ${fishText(at)}`)}`;
    return [
      ...commands.map(({ name, description }) => `${here} -a ${name} -d ${fishText(description)}`),
      ...choices.map((choice) => `${here} -a ${choice}`),
      ...options.map((option) => {
        const short = option.short ? ` -s ${option.short.slice(1)}` : '';
        const long = ` -l ${option.name.slice(2)}`;
        return `${here}${short}${long}${fishValue(option)} -d ${fishText(option.description)}`;
      }),
    ];
  })
  .join('\n')}
`;

/** The scripts that teach a shell the words of the command line. */
export const SHELLS = { bash, zsh, fish } as const;
export type Shell = keyof typeof SHELLS;
