import { formatOptionalTimestamp, formatTimestamp } from '@svc/kernel';
import type { User } from '../domain/user';
import type { Notification } from '../persistence/notifications';

export const presentUser = (user: User, zone: string) => ({
  user_id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
  created_at: formatTimestamp(user.createdAt, zone),
  updated_at: formatTimestamp(user.updatedAt, zone),
});

export const presentNotification = (notification: Notification, zone: string) => ({
  notification_id: notification.id,
  user_id: notification.userId,
  kind: notification.kind,
  title: notification.title,
  text: notification.text,
  created_at: formatTimestamp(notification.createdAt, zone),
  read_at: formatOptionalTimestamp(notification.readAt, zone),
});
