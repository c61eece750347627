import type { OrgId } from "#app/platform/ids.ts";
import type { Breaker } from "./breaker.ts";
import type { Connections } from "./connections.ts";
import type { DoorWatch } from "./doorWatch.server.ts";
import type { ResultWriter } from "./resultWriter.ts";
import type { NumberTenure, TenureKeeper } from "./tenure.server.ts";

export interface DispatcherOptions {
  orgId: OrgId;
  phoneNumberId: string;
  /** The right to the number, which is the dispatcher's from now on. */
  tenure: NumberTenure;
  /** A dispatcher before this one left leases behind. */
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
  door: DoorWatch;
  /** Of this number, beyond the life of one dispatcher. */
  breaker: Breaker;
  /** Called when what the number has to send is in memory, or there is nothing. */
  onStarted(): void;
}
