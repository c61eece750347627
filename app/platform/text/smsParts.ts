import { SegmentedMessage } from "sms-segments-calculator";

export interface SmsParts {
  parts: number;
  /** False: a character outside the alphabet of SMS makes each part 70 characters short. */
  isBasic: boolean;
  /** The characters outside that alphabet, each once. */
  foreign: string[];
}

/** The parts that a text is sent and charged in: 160 or 153 characters each, or 70 and 67 (docs/facts/sms.md §5). */
export function smsPartsOf(text: string): SmsParts {
  const message = new SegmentedMessage(text, "auto");
  const isBasic = message.getEncodingName() === "GSM-7";
  return { parts: message.segmentsCount, isBasic, foreign: [...new Set(message.getNonGsmCharacters())] };
}
