import { href } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";
import { m } from "#messages";

/** The tabs of one rule. */
export function RuleTabs({ ruleId }: { ruleId: string }) {
  return (
    <Tabs
      label={m.rules_rule()}
      items={[
        { to: href("/integrations/rules/:ruleId", { ruleId }), label: m.rules_tabs_run_log() },
        { to: href("/integrations/rules/:ruleId/try", { ruleId }), label: m.rules_dry_run() },
      ]}
    />
  );
}
