/** Faults that the control surface can switch on. */
export const FAULT_KINDS = [
  "http500",
  "http429",
  "130429",
  "drop-answer",
  "slow",
  "catalogue-denied",
  "catalogue-page",
  "catalogue-slow",
  "webhook-duplicate",
  "webhook-shuffle",
  "webhook-outage",
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  kind: FaultKind;
  /** Only this number, or account for catalogues; all when absent. */
  phoneNumberId?: string;
  /** Share of calls that fail, 0–1. */
  rate: number;
  /** Failures left; without limit when absent. */
  count?: number;
  /** The delay of `slow` and `catalogue-slow`, in milliseconds. */
  ms?: number;
}

export class Faults {
  private active: Fault[] = [];

  add(fault: Fault): void {
    this.active.push(fault);
  }

  clear(): void {
    this.active = [];
  }

  list(): readonly Fault[] {
    return this.active;
  }

  /** The fault for this call, used up by one; undefined when there is none. */
  strike(kind: FaultKind, phoneNumberId: string | undefined): Fault | undefined {
    if (this.active.length === 0) return undefined;
    for (const fault of this.active) {
      if (fault.kind !== kind) continue;
      if (fault.phoneNumberId !== undefined && fault.phoneNumberId !== phoneNumberId) continue;
      if (fault.rate < 1 && Math.random() >= fault.rate) continue;
      if (fault.count !== undefined) {
        fault.count -= 1;
        if (fault.count <= 0) this.active = this.active.filter((other) => other !== fault);
      }
      return fault;
    }
    return undefined;
  }
}
