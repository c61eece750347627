/** A step names one or the other, by its kind. */
const ofFlow: Record<string, string> = {
  endpointId: "webhook",
  stageId: "deal",
  memberId: "task",
  sequenceId: "sequence",
};
/** The same for sequences, whose audience is a segment or a tag. */
const ofSequence: Record<string, object> = {
  memberId: { kind: "act", action: "assign" },
  teamId: { kind: "act", action: "team" },
  segmentId: { to: "segment" },
};

/** The fields with which a call of a step reads an id. */
export function kindOf(key: string, field: string): object {
  if (/\/sequences\/:sequenceId/.test(key)) return ofSequence[field] ?? {};
  const kind = ofFlow[field];
  return kind && /\/flows\/:flowId\/steps/.test(key) ? { kind, title: "Call back" } : {};
}

/** What the calls of sequences require. */
export const sequenceInputs = {
  "POST /sequences": { name: "Taken over" },
  "PUT /sequences/:sequenceId": { name: "Taken over" },
  "POST /sequences/:sequenceId/switch": { isOn: false },
  "POST /sequences/:sequenceId/steps": { kind: "send" },
  "PUT /sequences/:sequenceId/steps/:stepId": { kind: "send" },
  "POST /sequences/:sequenceId/steps/:stepId/move": { direction: "up" },
  "GET /sequences/:sequenceId/quote": { to: "all" },
  "POST /sequences/:sequenceId/audience": { to: "all", people: 1, totalCents: 0, key: "taken" },
};
