import { Button, Checkbox, Group, SimpleGrid } from '@mantine/core';

interface ChoicesProps {
  readonly 'label': string;
  readonly 'choices': Readonly<Record<string, string>>;
  readonly 'value'?: readonly string[];
  readonly 'onChange': (chosen: string[]) => void;
  readonly 'error'?: string | undefined;
  readonly 'data-path'?: string;
}

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
      // Below many checkboxes it would be out of sight.
      inputWrapperOrder={['label', 'error', 'input']}
    >
      <Group mt={4} mb="xs">
        <Button size="compact-xs" variant="default" onClick={() => choose(areAll ? [] : names)}>
          {areAll ? 'Clear all' : 'Choose all'}
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
