import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { NotificationAnswer } from '../../../../contract/notifications';
import { useRecords } from '../../records/use-records';
import { Page as PageFrame } from '../../shown/page';

export function Page() {
  return <PageFrame name="Notifications">…</PageFrame>;
}
