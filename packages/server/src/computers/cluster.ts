/** This node's figures in the cluster since its start. */
export interface ClusterFigures {
  /** The pool's open connections, how many of them are idle, and the callers that wait for one. */
  readonly connections: { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Connections that the server refused because it or the role had reached its limit. */
  readonly refusedConnections: number;
  readonly claims: number;
  /** Claims of jobs whose earlier node let its lease end. */
  readonly takeovers: number;
}

/** A database that several nodes share. */
export interface Cluster {
  /** Hosts to which records and passwords travel without encryption. */
  readonly plainHosts: readonly string[];
  /** Whether the URL names several servers or requires the primary, so that a failover is expected. */
  readonly expectsFailover: boolean;
  /** Whether PostgreSQL's settings put a write on a standby before it is acknowledged. */
  isReplicated(): Promise<boolean>;
  /** Why this node refuses writes but not reads: a commit is waiting for a standby that is away. */
  refusal(): string | undefined;
  figures(): ClusterFigures;
}
