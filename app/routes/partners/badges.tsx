import {
  partnerStatusWords,
  payoutStateWords,
  settlementMeanings,
  settlementStatusWords,
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
export const ShareBadge = ({
  status,
  of,
}: {
  status: keyof typeof settlementStatusWords;
  of: "transaction" | "settlement";
}) => (
  <span title={settlementMeanings[status][of]}>
    <Badge tone={shareTones[status]}>{settlementStatusWords[status]}</Badge>
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
