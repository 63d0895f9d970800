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
        <Indicator
          label={unread > 99 ? '99+' : unread}
          size={16}
          offset={6}
          disabled={unread === 0}
        >
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Notifications, ${unread} unread`}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            <BellIcon />
          </ActionIcon>
        </Indicator>
      </Popover.Target>
      <Popover.Dropdown aria-label="Notifications">
        <Text fw={600} size="sm" mb={4}>
          Notifications
        </Text>
        <NewestNotices onOpened={close} />
      </Popover.Dropdown>
    </Popover>
  );
}
