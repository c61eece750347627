export interface LoggedRequest {
  atMs: number;
  method: string;
  /** Path without its query, so that no token is stored. */
  path: string;
  status: number;
  errorCode: number | undefined;
}

const KEPT = 1_000;

/** The last 1,000 Graph calls, for `GET /_sim/requests`. */
export class RequestLog {
  private ring: LoggedRequest[] = [];
  private next = 0;

  add(request: LoggedRequest): void {
    this.ring[this.next] = request;
    this.next = (this.next + 1) % KEPT;
  }

  /** Newest first. */
  latest(limit: number): object[] {
    const inOrder = [...this.ring.slice(this.next), ...this.ring.slice(0, this.next)].reverse();
    return inOrder
      .slice(0, limit)
      .map(({ atMs, ...request }) => ({ at: new Date(atMs).toISOString(), ...request }));
  }

  clear(): void {
    this.ring = [];
    this.next = 0;
  }
}
