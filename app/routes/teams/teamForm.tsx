import type { ReactNode } from "react";
import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { maxTeamName } from "#app/domain/messaging/teams/fieldRules.ts";
import { WeekFields } from "#app/routes/organisation/weekFields.tsx";
import { CheckboxField, Field, RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card } from "#app/ui/page.tsx";
import { type FormResult, fieldError, fieldProps, problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";

type Team = CallOutput<"GET /teams/:teamId">["team"];

/** A team, new or existing. */
export function TeamForm({
  team,
  members,
  organisationWeek = null,
  result,
  children,
}: {
  team?: Team;
  members: readonly { id: string; name: string }[];
  /** What the team's own hours start from. */
  organisationWeek?: Team["workingWeek"];
  result: FormResult;
  children?: ReactNode;
}) {
  return (
    <Card className="max-w-2xl">
      <Form method="post" noValidate className="grid gap-5">
        <ErrorSummary errors={problemsOf(result)} />
        <Field
          {...fieldProps(result, "name", team?.name ?? "")}
          label={m.common_name()}
          required
          maxLength={maxTeamName}
        />
        <Members members={members} stored={team?.memberIds ?? []} result={result} />
        <RadioGroupField
          {...fieldProps(result, "routing", team?.autoAssign ? "automatic" : "manual")}
          label={m.organisation_team_assignment()}
          options={[
            {
              value: "manual",
              label: m.organisation_team_by_hand(),
              hint: m.organisation_team_by_hand_hint(),
            },
            {
              value: "automatic",
              label: m.organisation_team_automatic(),
              hint: m.organisation_team_automatic_hint(),
            },
          ]}
        />
        <div className="group/hours grid gap-3">
          <RadioGroupField
            {...fieldProps(result, "hours", team?.workingWeek ? "own" : "organisation")}
            label={m.organisation_inbox_working_hours_title()}
            hint={m.organisation_team_hours_hint()}
            options={[
              { value: "organisation", label: m.organisation_team_organisation_hours() },
              { value: "own", label: m.organisation_team_own_hours() },
            ]}
          />
          <div className="hidden group-has-[[value=own]:checked]/hours:block">
            <WeekFields week={team?.workingWeek ?? organisationWeek} result={result} />
          </div>
        </div>
        <FormActions submitLabel={m.common_save()} cancelTo={href("/settings/inbox/teams")}>
          {children}
        </FormActions>
      </Form>
    </Card>
  );
}

function Members({
  members,
  stored,
  result,
}: {
  members: readonly { id: string; name: string }[];
  stored: readonly string[];
  result: FormResult;
}) {
  const typed = result?.initialValue && [result.initialValue.memberIds ?? []].flat();
  const error = fieldError(result, "memberIds");
  return (
    <fieldset className="field" id="memberIds">
      <legend className="label">{m.organisation_members()}</legend>
      {members.map(({ id, name }) => (
        <CheckboxField
          key={id}
          id={id}
          name="memberIds"
          value={id}
          label={<span className="wrap-anywhere">{name}</span>}
          defaultChecked={(typed ?? stored).includes(id)}
        />
      ))}
      {error && <p className="error">{error}</p>}
    </fieldset>
  );
}
