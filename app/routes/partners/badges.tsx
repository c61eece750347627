import {
  partnerStatusWords,
  payoutStateWords,
  settlementMeaning,
  settlementMeanings,
  settlementStatusWords,
  settlementWords,
} from "#app/domain/partners/words.ts";
import { Badge, type Tone } from "#app/ui/badge.tsx";

const statusTones: Record<keyof typeof partnerStatusWords, Tone> = {
  active: "good",
  pending: "warn",
  suspended: "bad",
};
export const PartnerBadge = ({ status }: { status: keyof typeof partnerStatusWords }) => (
  <Badge tone={statusTones[status]}>{partnerStatusWords[status]}</Badge>
);

const shareTones: Record<keyof typeof settlementStatusWords, Tone> = {
  pending: "warn",
  completed: "info",
  processing: "info",
  paid: "good",
  failed: "bad",
};
export const ShareBadge = ({ status }: { status: keyof typeof settlementStatusWords }) => (
  <span title={settlementMeanings[status].transaction}>
    <Badge tone={shareTones[status]}>{settlementStatusWords[status]}</Badge>
  </span>
);

export const SettlementBadge = ({ of }: { of: Parameters<typeof settlementWords>[0] }) => (
  <span title={settlementMeaning(of)}>
    <Badge tone={of.isLate ? "bad" : shareTones[of.status]}>{settlementWords(of)}</Badge>
  </span>
);

const payoutTones: Record<keyof typeof payoutStateWords, Tone> = {
  pending: "info",
  unknown: "warn",
  paid: "good",
  failed: "bad",
};
export const PayoutBadge = ({ state }: { state: keyof typeof payoutStateWords }) => (
  <Badge tone={payoutTones[state]}>{payoutStateWords[state]}</Badge>
);
