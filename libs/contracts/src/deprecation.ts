/** That an operation or a field is there for those who use it already, and will go. */
export interface Deprecation {
  /** The day from which it is deprecated: YYYY-MM-DD, in UTC. */
  readonly since: string;
  /** The day from which it may be gone. */
  readonly sunset: string;
}
