import { href } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";

/** The parts of one rule. */
export function RuleTabs({ ruleId }: { ruleId: string }) {
  return (
    <Tabs
      label="Rule"
      items={[
        { to: href("/integrations/rules/:ruleId", { ruleId }), label: "Log of runs" },
        { to: href("/integrations/rules/:ruleId/try", { ruleId }), label: "Dry run" },
      ]}
    />
  );
}
