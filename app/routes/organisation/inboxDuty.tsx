import { counted } from "#app/platform/numbers/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card } from "#app/ui/page.tsx";
import { m } from "#messages";
import type { InboxSettings } from "./inbox.tsx";

/** Members on duty, and their capacity. Everyone changes their own duty, managers all. */
export function DutyCard({ members, isManager }: { members: InboxSettings["members"]; isManager: boolean }) {
  const you = members.find(({ isYou }) => isYou);
  return (
    <Card
      title={m.organisation_inbox_duty_availability()}
      actions={
        you && (
          <Form method="post">
            <input type="hidden" name="onDuty" value={you.onDuty ? "off" : "on"} />
            <Button name="intent" value="duty" variant={you.onDuty ? "secondary" : "primary"}>
              {you.onDuty ? m.organisation_set_me_as_unavailable() : m.organisation_set_me_as_available()}
            </Button>
          </Form>
        )
      }
    >
      <ul className="divide-y divide-line">
        {members.map((member) => (
          <li key={member.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <p className="min-w-0">
              <span className="font-semibold wrap-anywhere">{member.name}</span>{" "}
              {member.isYou && <Badge tone="good">{m.common_you()}</Badge>}{" "}
              <Badge tone={member.onDuty ? "good" : "neutral"}>
                {member.onDuty
                  ? m.organisation_inbox_duty_available()
                  : m.organisation_inbox_duty_unavailable()}
              </Badge>
              <span className="hint block">
                {m.organisation_inbox_duty_load_text({
                  conversations: counted(m.counts_conversations, member.load),
                  capacity: member.capacity,
                })}
              </span>
            </p>
            {isManager && (
              <Form method="post" className="flex flex-wrap items-center gap-2" key={`${member.onDuty}`}>
                <input type="hidden" name="memberId" value={member.id} />
                <label className="choice">
                  <input type="checkbox" name="onDuty" defaultChecked={member.onDuty} />
                  <span>{m.organisation_inbox_duty_available()}</span>
                </label>
                <input
                  className="input w-20"
                  name="capacity"
                  inputMode="numeric"
                  aria-required
                  defaultValue={member.capacity}
                  aria-label={m.organisation_maximum_conversations({
                    memberName: member.name,
                  })}
                />
                <Button name="intent" value="member" variant="secondary">
                  {m.common_save()}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
