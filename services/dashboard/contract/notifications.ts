/** One of `GET notifications`, newest first; also what `POST notifications/:id/read` answers. */
export interface NotificationAnswer {
  readonly notification_id: number;
  readonly user_id: number;
  /** What it is about, such as `webhook.endpoint_off`. */
  readonly kind: string;
  /** One line. */
  readonly title: string;
  /** Paragraphs, separated by blank lines. */
  readonly text: string;
  /** In the company's time zone. */
  readonly created_at: string;
  readonly read_at: string | null;
}

/** `POST notifications/read-all`. */
export interface ReadAllAnswer {
  /** How many were unread. */
  readonly read: number;
}
