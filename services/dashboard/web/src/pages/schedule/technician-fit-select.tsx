import { Select, Text, type SelectProps } from '@mantine/core';
import type { Fit } from './technician-fit';

export interface FitOption {
  readonly value: string;
  readonly label: string;
  readonly note: string;
}

export const toFitOption = ({ id, name, note }: Fit): FitOption => ({
  value: String(id),
  label: name,
  note,
});

const MAX_OPTIONS = 50;

interface TechnicianFitSelectProps extends Omit<SelectProps, 'data' | 'searchable'> {
  readonly options: readonly FitOption[];
  readonly isLoading: boolean;
}

export function TechnicianFitSelect({ options, isLoading, ...select }: TechnicianFitSelectProps) {
  const notes = new Map(options.map(({ value, note }) => [value, note]));
  return (
    <Select
      label="Technician"
      data={options.map(({ value, label }) => ({ value, label }))}
      searchable
      limit={MAX_OPTIONS}
      clearButtonProps={{ 'aria-label': 'Clear technician' }}
      nothingFoundMessage={isLoading ? 'Searching…' : 'No matches.'}
      renderOption={({ option: { value, label }, checked = false }) => (
        <span>
          <Text span inherit fw={checked ? 600 : 500}>
            {label}
          </Text>
          {notes.get(value) && (
            <Text span size="xs" c="dimmed">
              {' '}
              – {notes.get(value)}
            </Text>
          )}
        </span>
      )}
      {...select}
    />
  );
}
