import { SegmentedMessage } from "sms-segments-calculator";

export interface SmsParts {
  parts: number;
  /** The characters outside the alphabet of SMS, each once: one makes each part 70 characters short. */
  foreign: string[];
}

/** The parts that a text is sent and charged in: 160 or 153 characters each, or 70 and 67 (docs/facts/sms.md §5). */
export function smsPartsOf(text: string): SmsParts {
  const message = new SegmentedMessage(text, "auto");
  return { parts: message.segmentsCount, foreign: [...new Set(message.getNonGsmCharacters())] };
}
