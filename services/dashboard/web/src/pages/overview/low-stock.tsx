import { Text } from '@mantine/core';
import { formatCount } from '../../shown/format-count';
import { TextLink } from '../../shown/text-link';
import { None } from '../../shown/none';
import classes from './overview.module.css';
import { OverviewPart } from './part';
import { lowStockQuery } from './queries';

export const LowStock = () => (
  <OverviewPart
    name="Low stock"
    link={{ to: '/inventory?low_stock=true', name: 'View all' }}
    read={lowStockQuery}
  >
    {({ data: items, pagination }) => {
      const total = pagination?.total ?? items.length;
      if (total === 0) return <None>No items at or below their minimum.</None>;
      return (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {formatCount(total, 'item')} at or below the minimum
          </Text>
          <ul className={classes['lines']} aria-label="Items at low stock">
            {items.map((item) => (
              <li key={item.id}>
                <TextLink to={`/inventory/${item.id}`}>{item.part_name}</TextLink>
                <span>
                  <strong>{item.quantity_on_hand.toLocaleString('en')}</strong> left · minimum{' '}
                  {item.min_stock_level.toLocaleString('en')}
                </span>
              </li>
            ))}
          </ul>
        </>
      );
    }}
  </OverviewPart>
);
