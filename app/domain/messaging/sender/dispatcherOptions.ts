import type { OrgId } from "#app/platform/ids.ts";
import type { Breaker } from "./breaker.ts";
import type { Connections } from "./connections.ts";
import type { IntakeWatch } from "./intakeWatch.server.ts";
import type { ResultWriter } from "./resultWriter.ts";
import type { StatusWatch } from "./statusWatch.server.ts";
import type { NumberTenure, TenureKeeper } from "./tenure.server.ts";

export interface DispatcherOptions {
  orgId: OrgId;
  phoneNumberId: string;
  /** The tenure of the number, owned by the dispatcher. */
  tenure: NumberTenure;
  /** A previous dispatcher left leases, or did not give up the number. */
  hasLeftovers: boolean;
  /** Rows of the number are due. */
  isDue: boolean;
  graceSeconds: number;
  /** How many requests may be under way at once. */
  maxInFlight: number;
  /** Of the whole process. */
  connections: Connections;
  tenures: TenureKeeper;
  writer: ResultWriter;
  intake: IntakeWatch;
  statuses: StatusWatch;
  /** State of the number that outlives a dispatcher. */
  breaker: Breaker;
  /** Called when what the number has to send is in memory, or there is nothing. */
  onStarted(): void;
}
