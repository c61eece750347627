import { replay } from "../engine/replay.ts";
import type { RunningFlow } from "../engine/state.ts";

export interface StoredTest {
  id: string;
  name: string;
  inputs: string[];
  expects: string;
  expectedAnswers: Record<string, string>;
}

export interface TestResult extends StoredTest {
  passed: boolean;
  /** The reached state, and answers that differ. */
  cameTo: string;
  differences: { name: string; expected: string; got: string }[];
}

/**
 * Plays a stored conversation and compares its result. An expected answer may also be a field of the contact.
 */
export function playTest(flow: RunningFlow, test: StoredTest, now: Date): TestResult {
  const played = replay(flow, test.inputs, now);
  const got = { ...played.fields, ...played.state.answers };
  const differences = Object.entries(test.expectedAnswers)
    .map(([name, expected]) => ({ name, expected, got: Object.hasOwn(got, name) ? got[name]! : "" }))
    .filter((pair) => pair.expected !== pair.got);
  const passed = played.at === test.expects && differences.length === 0;
  return { ...test, passed, cameTo: played.at, differences };
}
