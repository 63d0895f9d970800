/** What a company's people are told, by e-mail and in the dashboard. */
export interface Message {
  /** The event that it is about; nobody is told of one twice. */
  readonly eventId: string;
  readonly companyId: number;
  readonly kind: string;
  /** One line. */
  readonly title: string;
  readonly text: string;
}
