import { ActionIcon, Indicator, Popover, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { BellIcon } from '../shell/icons';
import { useSession } from '../session/session';
import { NewestNotices } from './newest-notices';

/** Opens the newest notices. */
export function Bell() {
  const { unread } = useSession();
  const [isOpen, { toggle, close }] = useDisclosure();
  return (
    <Indicator label={unread > 99 ? '99+' : unread} size={16} offset={6} disabled={unread === 0}>
      <Popover
        opened={isOpen}
        onChange={(opened) => !opened && close()}
        position="bottom-end"
        width={340}
        shadow="md"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Notifications, ${unread} unread`}
            onClick={toggle}
          >
            <BellIcon />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <Text fw={600} size="sm" mb={4}>
            Notifications
          </Text>
          <NewestNotices onOpened={close} />
        </Popover.Dropdown>
      </Popover>
    </Indicator>
  );
}
