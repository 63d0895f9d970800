import { Button, Checkbox, Group, Input, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { None } from '../shown/none';
import classes from './grouped-choices.module.css';

/** The meaning of each choice by its value. */
type Choices = Readonly<Record<string, string>>;

export interface ChoiceGroup {
  readonly name: string;
  readonly choices: Choices;
}

/** Groups choices such as `job.created` or `jobs:read` by their first word. */
export function groupChoices(
  choices: Choices,
  groupNames: Readonly<Record<string, string>>,
): readonly ChoiceGroup[] {
  const toGroup = (value: string): string => value.split(/[.:]/)[0] ?? value;
  const groups = [...new Set(Object.keys(choices).map(toGroup))];
  return groups.map((group) => ({
    name: groupNames[group] ?? group,
    choices: filterChoices(choices, (value) => toGroup(value) === group),
  }));
}

const filterChoices = (
  choices: Choices,
  isWanted: (value: string, meaning: string) => boolean,
): Choices =>
  Object.fromEntries(
    Object.entries(choices).filter(([value, meaning]) => isWanted(value, meaning)),
  );

interface GroupedChoicesProps {
  readonly 'label': string;
  readonly 'groups': readonly ChoiceGroup[];
  readonly 'columns': number;
  readonly 'hasSearch'?: boolean;
  readonly 'value'?: readonly string[];
  readonly 'onChange': (chosen: string[]) => void;
  readonly 'error'?: string | undefined;
  readonly 'data-path'?: string;
}

export function GroupedChoices({
  label,
  groups,
  columns,
  hasSearch = false,
  value = [],
  onChange,
  error,
  'data-path': path,
}: GroupedChoicesProps) {
  const [text, setText] = useState('');
  const isFound = (choice: string, meaning: string): boolean =>
    `${choice} ${meaning}`.toLowerCase().includes(text.trim().toLowerCase());
  const shown = groups
    .map(({ name, choices }) => ({ name, choices: filterChoices(choices, isFound) }))
    .filter(({ choices }) => Object.keys(choices).length > 0);
  const shownValues = shown.flatMap(({ choices }) => Object.keys(choices));
  const areAllChosen = shownValues.every((each) => value.includes(each));
  const choose = (some: readonly string[], areChosen: boolean): void =>
    onChange(
      groups
        .flatMap(({ choices }) => Object.keys(choices))
        .filter((each) => (some.includes(each) ? areChosen : value.includes(each))),
    );
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      error={error}
      // Below many checkboxes it would be out of sight.
      inputWrapperOrder={['label', 'error', 'input']}
    >
      <Group mt={4} mb="xs" gap="xs">
        {hasSearch && (
          <TextInput
            type="search"
            size="xs"
            aria-label={`Search ${label.toLowerCase()}`}
            placeholder="Search"
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault();
            }}
          />
        )}
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => choose(shownValues, !areAllChosen)}
        >
          {areAllChosen ? 'Clear all' : 'Choose all'}
        </Button>
      </Group>
      <Stack gap={0} role="group" aria-label={label}>
        {shown.map(({ name, choices }) => {
          const values = Object.keys(choices);
          const chosen = values.filter((each) => value.includes(each));
          const areAll = chosen.length === values.length;
          return (
            <div key={name} className={classes['group']} role="group" aria-label={name}>
              <Checkbox
                label={name}
                fw={500}
                checked={areAll}
                indeterminate={chosen.length > 0 && !areAll}
                onChange={() => choose(values, !areAll)}
              />
              <SimpleGrid cols={{ base: 1, xs: columns }} verticalSpacing="xs">
                {values.map((each) => (
                  <Checkbox
                    key={each}
                    label={each}
                    description={choices[each]}
                    checked={value.includes(each)}
                    onChange={({ currentTarget }) => choose([each], currentTarget.checked)}
                    data-path={each === shownValues[0] ? path : undefined}
                  />
                ))}
              </SimpleGrid>
            </div>
          );
        })}
        {shown.length === 0 && <None>No matches.</None>}
      </Stack>
    </Input.Wrapper>
  );
}
