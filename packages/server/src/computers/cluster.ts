/** What the database tells of the jobs of all nodes, and of itself. */
export interface ClusterState {
  /** How long the job that has waited longest for a node has waited, in seconds; 0 if none waits. */
  readonly oldestWaitingSeconds: number;
  /** Whether a write is on a standby before it is acknowledged, by PostgreSQL's own settings. */
  readonly isReplicated: boolean;
}

/** Counts of this node's part in the cluster since its start. */
export interface ClusterFigures {
  /** Connections of the pool: open, of these idle, and callers that wait for one. */
  readonly connections: { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Connections that the server refused because it, or the role, had none left. */
  readonly refusedConnections: number;
  readonly claims: number;
  /** Claims of jobs whose node let its lease end. */
  readonly takeovers: number;
}

/** A database that several nodes share. */
export interface Cluster {
  /** Hosts to which records and passwords travel without encryption. */
  readonly plainHosts: readonly string[];
  /** Whether it names several servers, or demands the primary: then a failover is expected. */
  readonly expectsFailover: boolean;
  state(): Promise<ClusterState>;
  /** Why this node refuses writes, though it reads: a commit waits for a standby that is away. */
  refusal(): string | undefined;
  figures(): ClusterFigures;
}
