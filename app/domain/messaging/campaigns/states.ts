import type { CampaignStatus } from "#app/db/schema/messaging/campaigns.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";

/** The moves that a campaign may make. `completed` and `cancelled` are final. */
export const campaignMoves: Record<CampaignStatus, readonly CampaignStatus[]> = {
  draft: ["scheduled", "preparing", "cancelled"],
  scheduled: ["preparing", "sending", "paused", "cancelled"],
  preparing: ["sending", "paused", "cancelled"],
  sending: ["paused", "completed", "cancelled"],
  // Back to where it was when it was paused before its recipients were written.
  paused: ["scheduled", "preparing", "sending", "completed", "cancelled"],
  completed: [],
  cancelled: [],
};

export const mayMove = (from: CampaignStatus, to: CampaignStatus): boolean =>
  campaignMoves[from].includes(to);

/** @throws DomainError `campaign.wrong_status` (409) when a campaign in `from` can't be `verb`ed. */
export function requireMove(from: CampaignStatus, to: CampaignStatus, verb: string): void {
  if (!mayMove(from, to)) throw wrongStatus(from, verb);
}

export const wrongStatus = (status: CampaignStatus, verb: string) =>
  messagingError("campaign.wrong_status", { values: { status, verb } });
