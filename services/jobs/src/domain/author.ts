/** Who made a change, and the zone in which the company reads times. */
export interface Author {
  /** Source of the change: `api_key:<id>`, `ui` or `scheduled`. */
  readonly actor: string;
  /** The person of the dashboard, where it was one. */
  readonly personId?: number | undefined;
  /** The company whose sandbox it was made in; absent elsewhere. */
  readonly sandboxOf?: number | undefined;
  readonly zone: string;
}
