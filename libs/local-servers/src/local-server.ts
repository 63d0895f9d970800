/** A server process of ours on 127.0.0.1. */
export interface LocalServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Resolves when the process has ended, for whatever reason. */
  readonly exited: Promise<void>;
  /** Ends the process gently, then firmly; resolves when it is gone. */
  stop(): Promise<void>;
}

/** A server that whoever keeps it alive can start again, in the same place. */
export interface KeptServer {
  readonly first: LocalServer;
  restart(): Promise<LocalServer>;
}
