import type { AttentionCode } from "./words.ts";

export interface Attention {
  code: AttentionCode;
  count: number;
  /** Its subject, if single: a number or an account. */
  subject?: string;
}

interface State {
  now: Date;
  numbers: readonly { phoneNumberId: string; status: string; qualityRating: string }[];
  wallet: { balanceCents: number; daysLeft: number | null } | null;
  waiting: { count: number; since: Date | null };
  pausedCampaigns: number;
  overdueInvoices: number;
  isPrepaid: boolean;
  rejectedTemplates: number;
  pausedTemplates: number;
  suspendedAccounts: number;
  failingWebhooks: number;
  failedCheck: string | null;
}

const fewDays = 3;
const longWaitMs = 3_600_000;

/** Items that need attention, most urgent first. */
export function attentionOf(state: State): Attention[] {
  const { now, wallet, waiting, numbers } = state;
  const waitedMs = waiting.since ? now.getTime() - waiting.since.getTime() : 0;
  const [bad] = numbers.filter(({ qualityRating }) => qualityRating === "RED");
  const [medium] = numbers.filter(({ qualityRating }) => qualityRating === "YELLOW");
  const stopped = numbers.filter(({ status }) => status !== "CONNECTED").length;
  const daysLeft = wallet?.daysLeft ?? null;
  const found: (Attention | false | undefined)[] = [
    state.suspendedAccounts > 0 && { code: "account.suspended", count: state.suspendedAccounts },
    stopped > 0 && { code: "number.stopped", count: stopped },
    state.failingWebhooks > 0 && { code: "webhooks.failing", count: state.failingWebhooks },
    wallet !== null && state.isPrepaid && wallet.balanceCents <= 0 && { code: "wallet.empty", count: 0 },
    wallet !== null &&
      wallet.balanceCents > 0 &&
      daysLeft !== null &&
      daysLeft <= fewDays && { code: "wallet.low", count: daysLeft },
    state.overdueInvoices > 0 && { code: "invoice.overdue", count: state.overdueInvoices },
    bad && { code: "quality.low", count: 1, subject: bad.phoneNumberId },
    medium && { code: "quality.medium", count: 1, subject: medium.phoneNumberId },
    state.failedCheck !== null && { code: "check.failed", count: 1, subject: state.failedCheck },
    state.pausedCampaigns > 0 && { code: "campaign.paused", count: state.pausedCampaigns },
    state.rejectedTemplates > 0 && { code: "template.rejected", count: state.rejectedTemplates },
    state.pausedTemplates > 0 && { code: "template.paused", count: state.pausedTemplates },
    waitedMs > longWaitMs && { code: "conversation.waiting", count: waiting.count },
  ];
  return found.filter((one): one is Attention => Boolean(one));
}
