export interface Deprecation {
  /** YYYY-MM-DD, in UTC. */
  readonly since: string;
  readonly sunset: string;
}
