export interface LocalServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly exited: Promise<void>;
  /** Signals gently, then firmly; resolves when the process is gone. */
  stop(): Promise<void>;
}

export interface RestartableServer {
  readonly first: LocalServer;
  restart(): Promise<LocalServer>;
}
