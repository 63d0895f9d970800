export interface GatewayHeartbeats {
  /** @param followed the policy version that the gateway acts on; absent in its first heartbeat. */
  send(gateway: string, followed?: number): Promise<Heartbeat>;
  raisePolicyVersion(): Promise<number>;
  haveAllFollowed(policyVersion: number): Promise<boolean>;
  remove(gateway: string): Promise<void>;
}

export interface Heartbeat {
  readonly gateways: number;
  readonly policyVersion: number;
}
