import { href } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";

/** The parts of one flow. */
export function FlowTabs({ flowId }: { flowId: string }) {
  return (
    <Tabs
      label="Flow"
      items={[
        { to: href("/flows/:flowId", { flowId }), label: "Outline" },
        { to: href("/flows/:flowId/tests", { flowId }), label: "Tests" },
        { to: href("/flows/:flowId/publish", { flowId }), label: "Versions" },
        { to: href("/flows/:flowId/log", { flowId }), label: "Log" },
      ]}
    />
  );
}
