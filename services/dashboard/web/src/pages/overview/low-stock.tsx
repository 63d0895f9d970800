import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ItemResponse } from '../../../../contract/responses';
import { counted } from '../../shown/counted';
import classes from './overview.module.css';
import { Part } from './part';

type LowItem = Pick<ItemResponse, 'id' | 'part_name' | 'quantity_on_hand' | 'min_stock_level'>;

const SHOWN = 5;

export const LowStock = () => (
  <Part<readonly LowItem[]>
    name="Low stock"
    link={{ to: '/inventory?low_stock=true', name: 'View all' }}
    path="v1/inventory"
    query={{ sub: 'low-stock', per_page: SHOWN }}
    queryKey={['overview-low-stock']}
  >
    {({ data: items, pagination }) => {
      const total = pagination?.total ?? items.length;
      if (total === 0)
        return (
          <Text size="sm" c="dimmed">
            No items at or below their minimum.
          </Text>
        );
      return (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {counted(total, 'item')} at or below the minimum
          </Text>
          <ul className={classes['lines']} aria-label="Items at low stock">
            {items.map((item) => (
              <li key={item.id}>
                <Anchor component={Link} to={`/inventory/${item.id}`} size="sm">
                  {item.part_name}
                </Anchor>
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
  </Part>
);
