import type { Simulator } from "./simulator.ts";
import type { MessageTemplate, TemplateStatus } from "./state.ts";
import { bodyText, componentOf } from "./templateComponents.ts";
import type { TemplateVerdict } from "./webhookBody.ts";

/** The effect of each event of §5.4 on a template; other events leave its status unchanged. */
const STATUS_AFTER: Readonly<Record<string, TemplateStatus>> = {
  APPROVED: "APPROVED",
  REJECTED: "REJECTED",
  PENDING: "PENDING",
  PAUSED: "PAUSED",
  DISABLED: "DISABLED",
  REINSTATED: "APPROVED",
  IN_APPEAL: "IN_APPEAL",
  LIMIT_EXCEEDED: "LIMIT_EXCEEDED",
  LOCKED: "LOCKED",
  ARCHIVED: "ARCHIVED",
  UNARCHIVED: "APPROVED",
  DELETED: "DELETED",
  PENDING_DELETION: "PENDING_DELETION",
};

export const TEMPLATE_EVENTS = [...Object.keys(STATUS_AFTER), "FLAGGED"];

const ADJACENT_VARIABLES = /\}\}\s*\{\{/;

/** Meta's review (facts/whatsapp-cloud-api.md §8.3): a verdict some time after each creation or edit. */
export class ReviewDesk {
  private readonly simulator: Simulator;
  private readonly timers = new Map<string, unknown>();

  constructor(simulator: Simulator) {
    this.simulator = simulator;
  }

  /** Sets the template PENDING, with a verdict to come. */
  submit(template: MessageTemplate): void {
    const { clock, delaysMs } = this.simulator.options;
    template.status = "PENDING";
    template.rejectedReason = "NONE";
    template.reviewDueAt = clock.now() + delaysMs.review;
    this.await(template);
    this.simulator.state.touch();
  }

  /** Resumes a pending review, for example after a restart. */
  await(template: MessageTemplate): void {
    if (template.reviewDueAt === undefined) return;
    const { clock } = this.simulator.options;
    this.forget(template);
    const timer = clock.setTimeout(
      () => this.decide(template),
      Math.max(0, template.reviewDueAt - clock.now()),
    );
    this.timers.set(template.id, timer);
  }

  /** Applies an event and notifies the subscribed app; a pending review ends with it. */
  apply(template: MessageTemplate, verdict: TemplateVerdict): void {
    this.forget(template);
    delete template.reviewDueAt;
    template.status = STATUS_AFTER[verdict.event] ?? template.status;
    template.rejectedReason = verdict.event === "REJECTED" ? (verdict.reason ?? "NONE") : "NONE";
    template.updatedAt = this.simulator.options.clock.now();
    this.simulator.state.touch();
    this.simulator.notifyTemplate(template, verdict);
  }

  forget(template: MessageTemplate): void {
    const timer = this.timers.get(template.id);
    if (timer !== undefined) this.simulator.options.clock.clearTimeout(timer);
    this.timers.delete(template.id);
  }

  clear(): void {
    for (const timer of this.timers.values()) this.simulator.options.clock.clearTimeout(timer);
    this.timers.clear();
  }

  private decide(template: MessageTemplate): void {
    const body = bodyText(template.category, componentOf(template.components, "BODY"));
    if (ADJACENT_VARIABLES.test(body)) {
      this.apply(template, rejection("INVALID_FORMAT"));
    } else if (template.name.includes("reject")) {
      const reason = template.category === "MARKETING" ? "ABUSIVE_CONTENT" : "PROMOTIONAL";
      this.apply(template, { event: "REJECTED", reason });
    } else {
      this.apply(template, { event: "APPROVED" });
    }
  }
}

function rejection(reason: string): TemplateVerdict {
  return {
    event: "REJECTED",
    reason,
    rejectionInfo: {
      reason: "Parameters are placed next to each other.",
      recommendation: "Separate parameters with text.",
    },
  };
}

/** A verdict with the details Meta adds to some events. */
export function verdictFor(event: string, reason: string | undefined, nowSeconds: number): TemplateVerdict {
  if (event === "REJECTED")
    return reason === "INVALID_FORMAT"
      ? rejection(reason)
      : { event, reason: reason ?? "INCORRECT_CATEGORY" };
  const verdict: TemplateVerdict = {
    event,
    reason: event === "PENDING_DELETION" ? null : (reason ?? "NONE"),
  };
  if (event === "PAUSED")
    verdict.otherInfo = { title: "FIRST_PAUSE", description: "Paused for 3 hours because of low quality." };
  if (event === "DISABLED") {
    verdict.otherInfo = { title: "DISABLED", description: "Disabled because of repeated low quality." };
    verdict.disableDate = nowSeconds;
  }
  return verdict;
}
