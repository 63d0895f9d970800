/** The offset of the company's clock from UTC, from an instant until that of the next rule. */
export interface ClockRule {
  /** Milliseconds since 1970. */
  readonly from: number;
  /** Minutes ahead of UTC. */
  readonly offset: number;
  /** The abbreviation that people of the country use, such as EST. */
  readonly name: string;
}

/**
 * A company's clock as the server's time zone data have it, which alone decide: a browser may have older
 * data, or not know the zone.
 */
export interface ClockAnswer {
  /** The zone as people say it, such as "Central Time". */
  readonly zone_name: string;
  /** From 2000 to 2069, the earliest first. */
  readonly rules: readonly ClockRule[];
}

/** `GET timezones`: the IANA names that a company can choose from. */
export interface TimezonesAnswer {
  readonly timezones: readonly string[];
}
