import { href } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";
import { m } from "#messages";

/** The tabs of one flow. */
export function FlowTabs({ flowId }: { flowId: string }) {
  return (
    <Tabs
      label={m.flows_flow()}
      items={[
        { to: href("/flows/:flowId", { flowId }), label: m.flows_outline() },
        { to: href("/flows/:flowId/tests", { flowId }), label: m.flows_tests() },
        { to: href("/flows/:flowId/publish", { flowId }), label: m.flows_versions() },
        { to: href("/flows/:flowId/log", { flowId }), label: m.flows_log_sessions_caption() },
      ]}
    />
  );
}
