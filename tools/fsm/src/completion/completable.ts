import type { Command, Option } from 'commander';

/** A word that may be typed at some place, and what it means. */
export interface Word {
  readonly name: string;
  readonly description: string;
}

/** What may follow an option. */
export type Value = 'none' | 'file' | 'folder' | 'free' | readonly string[];

export interface CompletableOption extends Word {
  /** `-f` of `-f, --file`. */
  readonly short: string | undefined;
  readonly value: Value;
}

/** A place in a command line, and what may be typed there. */
export interface Place {
  /** The commands that lead there, each after a space; empty at the beginning. */
  readonly at: string;
  readonly commands: readonly Word[];
  /** What a command's arguments may be, where only certain words will do. */
  readonly choices: readonly string[];
  readonly options: readonly CompletableOption[];
}

/** Every place in the command lines of a program, from the program itself. */
export const placesOf = (program: Command): Place[] => placesBelow(program, '', []);

function placesBelow(command: Command, at: string, inherited: readonly Option[]): Place[] {
  const options = [...command.options, ...inherited];
  const place: Place = {
    at,
    commands: command.commands.map((each) => ({
      name: each.name(),
      description: each.description(),
    })),
    choices: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    options: [...options.map(completable), HELP],
  };
  return [
    place,
    ...command.commands.flatMap((each) => placesBelow(each, `${at} ${each.name()}`, options)),
  ];
}

const HELP: CompletableOption = {
  name: '--help',
  short: '-h',
  description: 'display help for command',
  value: 'none',
};

const completable = (option: Option): CompletableOption => ({
  name: option.long ?? option.flags,
  short: option.short,
  description: option.description,
  value: valueOf(option),
});

function valueOf({ flags, argChoices, required, optional }: Option): Value {
  if (argChoices) return argChoices;
  if (!required && !optional) return 'none';
  if (flags.includes('<file>')) return 'file';
  return flags.includes('<dir>') ? 'folder' : 'free';
}
