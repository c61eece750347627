import type { CallOutput } from "#app/api/client.server.ts";
import { macroEnds, macroEndWords } from "#app/domain/messaging/inbox/cannedReplies/words.ts";
import { Field, SelectField } from "#app/ui/field.tsx";
import { type FormResult, fieldProps } from "#app/web/fields.ts";
import { m } from "#messages";
import { runner } from "./runner.ts";

export type MacroActions = NonNullable<CallOutput<"GET /canned-replies/:cannedReplyId">["actions"]>;

/** What a canned reply does besides its text: with any of these it is a macro. */
export function MacroFields({
  actions,
  team,
  result,
}: {
  actions: MacroActions | null;
  team: readonly { id: string; name: string }[];
  result: FormResult;
}) {
  const { labels = [], assignee = null, end = null } = actions ?? {};
  const stored = assignee === null ? "" : assignee.to === "runner" ? runner : assignee.memberId;
  const isFormer = stored !== "" && stored !== runner && !team.some(({ id }) => id === stored);
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
        options={[
          { value: "", label: m.chat_macro_no_assignee() },
          { value: runner, label: m.chat_macro_assign_runner() },
          ...team.map(({ id, name }) => ({ value: id, label: name })),
          ...(isFormer ? [{ value: stored, label: m.chat_macro_former_member() }] : []),
        ]}
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
