import { Drawer, type DrawerProps } from '@mantine/core';
import { OPEN_DIALOG, useFocusReturn } from './dialog';

export function SideDialog({ onClose, ...props }: Omit<DrawerProps, 'opened' | 'position'>) {
  useFocusReturn();
  return (
    <Drawer
      opened
      position="right"
      // Escape closes the dialog above first.
      onClose={() => document.querySelectorAll(OPEN_DIALOG).length === 1 && onClose()}
      {...props}
    />
  );
}
