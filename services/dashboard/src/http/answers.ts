import { answer } from '@svc/http';
import { ROLES, type User } from '../domain/user';
import type { Notification } from '../persistence/notifications';

export const userAnswer = answer((user: User, { zone }, show) => ({
  user_id: show.id(user.id),
  email: show.text(user.email),
  name: show.text(user.name),
  role: show.oneOf(ROLES, user.role),
  created_at: show.timestamp(user.createdAt, zone),
  updated_at: show.timestamp(user.updatedAt, zone),
}));

export const notificationAnswer = answer((notification: Notification, { zone }, show) => ({
  notification_id: show.id(notification.id),
  user_id: show.id(notification.userId),
  kind: show.text(notification.kind),
  title: show.text(notification.title),
  text: show.text(notification.text),
  created_at: show.timestamp(notification.createdAt, zone),
  read_at: show.optionalTimestamp(notification.readAt, zone),
}));
