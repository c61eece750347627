import { href } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { m } from "#messages";

/** Switches a rule on or off, and leads to its log. */
export function RuleSwitch({ rule }: { rule: { id: string; isOn: boolean } }) {
  return (
    <Form method="post" action={href("/integrations/rules/:ruleId", { ruleId: rule.id })}>
      <Button name="intent" value={rule.isOn ? "off" : "on"} variant={rule.isOn ? "secondary" : "primary"}>
        {rule.isOn ? m.common_switch_off() : m.common_switch_on()}
      </Button>
    </Form>
  );
}
