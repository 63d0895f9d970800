import { Button, Checkbox, Group, SimpleGrid } from '@mantine/core';

interface ChoicesProps {
  /** What is chosen, such as "Scopes". */
  readonly 'label': string;
  /** What there is, each with what it means. */
  readonly 'choices': Readonly<Record<string, string>>;
  readonly 'value'?: readonly string[];
  readonly 'onChange': (chosen: string[]) => void;
  readonly 'error'?: string | undefined;
  /** Binds the first of them to its form. */
  readonly 'data-path'?: string;
}

/** A checkbox for each of a few, in their order whatever is checked first. */
export function Choices({
  label,
  choices,
  value = [],
  onChange,
  error,
  'data-path': path,
}: ChoicesProps) {
  const names = Object.keys(choices);
  const choose = (chosen: readonly string[]): void =>
    onChange(names.filter((name) => chosen.includes(name)));
  const areAll = value.length === names.length;
  return (
    <Checkbox.Group
      label={label}
      value={[...value]}
      onChange={choose}
      error={error}
      // Below many of them it would be out of sight.
      inputWrapperOrder={['label', 'error', 'input']}
    >
      <Group mt={4} mb="xs">
        <Button size="compact-xs" variant="default" onClick={() => choose(areAll ? [] : names)}>
          {areAll ? 'Choose none' : 'Choose all'}
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm">
        {names.map((name, at) => (
          <Checkbox
            key={name}
            value={name}
            label={name}
            description={choices[name]}
            data-path={at === 0 ? path : undefined}
          />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
