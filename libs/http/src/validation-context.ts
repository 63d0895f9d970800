/** What a schema may need to know of the caller, and of what else the caller sent. */
export interface ValidationContext {
  readonly zone: string;
  /** Of a body that is checked in parts: how many wrong items its arrays had so far. */
  readonly wrongItems?: WrongItems | undefined;
}

export interface WrongItems {
  found: number;
}
