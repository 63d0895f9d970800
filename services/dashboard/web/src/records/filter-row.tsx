import { Box, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId, type ReactNode } from 'react';
import classes from './filter-row.module.css';
import type { ListedRecords } from './use-records';

interface FiltersProps {
  readonly children: ReactNode;
}

interface FilterRowProps {
  readonly of: Pick<ListedRecords<unknown, string>, 'filters'>;
  /** Stays visible on a phone, where the filters are behind a button. */
  readonly search?: ReactNode;
  readonly children?: ReactNode;
}

export function FilterRow({ of, search, children }: FilterRowProps) {
  const [isOpen, { toggle }] = useDisclosure();
  const id = useId();
  const isSearched = search !== undefined && of.filters['search'] !== undefined;
  const active = Object.keys(of.filters).length - Number(isSearched);
  return (
    <Group mb="md" gap="sm" align="flex-end">
      {search !== undefined && <Box className={classes['search']}>{search}</Box>}
      {children !== undefined && (
        <>
          <Button
            variant="default"
            hiddenFrom="sm"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={toggle}
          >
            {active > 0 ? `Filters (${active})` : 'Filters'}
          </Button>
          <Group
            id={id}
            gap="sm"
            align="flex-end"
            className={classes['filters']}
            data-open={isOpen || undefined}
          >
            {children}
          </Group>
        </>
      )}
    </Group>
  );
}

/** Filters that wrap together. */
export const FilterGroup = ({ children }: FiltersProps) => (
  <div className={classes['group']}>{children}</div>
);
