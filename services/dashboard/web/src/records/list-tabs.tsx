import { Link } from '@tanstack/react-router';
import classes from './list-tabs.module.css';

interface ListTab {
  readonly name: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly count?: number | undefined;
  readonly isCurrent: boolean;
}

interface ListTabsProps {
  /** Accessible name. */
  readonly name: string;
  readonly tabs: readonly ListTab[];
}

/** Links to lists that belong together, or to one list with different filters. */
export const ListTabs = ({ name, tabs }: ListTabsProps) => (
  <nav aria-label={name} className={classes['tabs']}>
    {tabs.map((tab) => (
      <Link
        key={tab.name}
        to={tab.to as never}
        search={(tab.search ?? {}) as never}
        activeOptions={{ exact: true }}
        aria-current={tab.isCurrent ? 'page' : undefined}
        data-current={tab.isCurrent || undefined}
      >
        {tab.name}
        {tab.count !== undefined && (
          <span className={classes['count']}>{tab.count.toLocaleString('en')}</span>
        )}
      </Link>
    ))}
  </nav>
);
