/** Where each gateway tells that it is alive. */
export interface GatewayHeartbeats {
  /**
   * @param followed the version of the policy that the gateway acts on; absent in its first heartbeat, when it
   *   remembers no key yet
   */
  send(gateway: string, followed?: number): Promise<Heartbeat>;
  /** A key or company has changed, and the store could not be told. */
  raisePolicyVersion(): Promise<number>;
  /** Whether every gateway that may use remembered keys acts on this version of the policy or a later one. */
  haveAllFollowed(policyVersion: number): Promise<boolean>;
  remove(gateway: string): Promise<void>;
}

export interface Heartbeat {
  /** How many gateways are alive, this one included. */
  readonly gateways: number;
  readonly policyVersion: number;
}
