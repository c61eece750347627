import type { CallOutput } from "#app/api/client.server.ts";
import { macroEnds, macroEndWords } from "#app/domain/messaging/inbox/cannedReplies/words.ts";
import { Field, SelectField } from "#app/ui/field.tsx";
import { type FormResult, fieldProps } from "#app/web/fields.ts";
import { m } from "#messages";
import { runner } from "./runner.ts";

type CannedReply = CallOutput<"GET /canned-replies/:cannedReplyId">;
export type MacroActions = NonNullable<CannedReply["actions"]>;
/** The members and teams that a macro may assign to. */
export type Assignees = Pick<CannedReply, "team" | "teams">;

/** The value of an assignee's choice. */
function choiceOf(assignee: MacroActions["assignee"]): string {
  switch (assignee?.to) {
    case undefined:
      return "";
    case "runner":
      return runner;
    case "member":
      return `member:${assignee.memberId}`;
    case "team":
      return `team:${assignee.teamId}`;
  }
}

/** All choices; last the stored one, if its member has left or its team was deleted. */
function choices(stored: string, { team, teams }: Assignees) {
  const all = [
    { value: "", label: m.chat_macro_no_assignee() },
    { value: runner, label: m.chat_macro_assign_runner() },
    ...team.map(({ id, name }) => ({ value: `member:${id}`, label: name })),
    ...teams.map(({ id, name }) => ({
      value: `team:${id}`,
      label: m.chat_panel_team_choice({ team: name }),
    })),
  ];
  if (all.some(({ value }) => value === stored)) return all;
  const gone = stored.startsWith("team") ? m.chat_macro_deleted_team() : m.chat_macro_former_member();
  return [...all, { value: stored, label: gone }];
}

/** What a canned reply does besides its text: with any of these it is a macro. */
export function MacroFields({
  actions,
  assignees,
  result,
}: {
  actions: MacroActions | null;
  assignees: Assignees;
  result: FormResult;
}) {
  const { labels = [], assignee = null, end = null } = actions ?? {};
  const stored = choiceOf(assignee);
  return (
    <fieldset className="grid gap-4">
      <legend className="label">{m.chat_macro_actions_label()}</legend>
      <p className="hint">{m.chat_macro_actions_hint()}</p>
      <Field
        {...fieldProps(result, "labels", labels.join(", "))}
        label={m.chat_macro_labels_label()}
        autoComplete="off"
        maxLength={400}
        hint={m.chat_bulk_labels_hint()}
      />
      <SelectField
        {...fieldProps(result, "assignee", stored)}
        label={m.common_assign()}
        options={choices(stored, assignees)}
      />
      <SelectField
        {...fieldProps(result, "end", end ?? "")}
        label={m.chat_macro_end_label()}
        options={[
          { value: "", label: m.chat_macro_end_nothing() },
          ...macroEnds.map((value) => ({ value, label: macroEndWords[value] })),
        ]}
      />
    </fieldset>
  );
}
