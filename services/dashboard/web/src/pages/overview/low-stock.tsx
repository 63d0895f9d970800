import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ItemResponse } from '../../../../contract/responses';
import classes from './overview.module.css';
import { Part } from './part';

type LowItem = Pick<ItemResponse, 'id' | 'part_name' | 'quantity_on_hand' | 'min_stock_level'>;

const SHOWN = 5;

export const LowStock = () => (
  <Part<readonly LowItem[]>
    name="Low stock"
    link={{ to: '/inventory?low_stock=true', name: 'All that are low' }}
    path="v1/inventory"
    query={{ sub: 'low-stock', per_page: SHOWN }}
    queryKey={['overview-low-stock']}
  >
    {({ data: items, pagination }) => {
      const total = pagination?.total ?? items.length;
      if (total === 0)
        return (
          <Text size="sm" c="dimmed">
            Every item is above its minimum.
          </Text>
        );
      return (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {total === 1 ? '1 item is' : `${total.toLocaleString('en')} items are`} at or below the
            minimum
          </Text>
          <ul className={classes['lines']} aria-label="Items at low stock">
            {items.map((item) => (
              <li key={item.id}>
                <Anchor component={Link} to={`/inventory/${item.id}`} size="sm">
                  {item.part_name}
                </Anchor>
                <span>
                  <strong>{item.quantity_on_hand.toLocaleString('en')}</strong> of{' '}
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
