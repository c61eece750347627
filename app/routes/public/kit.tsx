import type { MetaFunction } from "react-router";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Badge, type Tone } from "#app/ui/badge.tsx";
import { Button, ButtonLink, type ButtonVariant } from "#app/ui/button.tsx";
import { ConfirmForm } from "#app/ui/confirmPage.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { CheckboxField, Field, RadioGroupField, SelectField, TextareaField } from "#app/ui/field.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { ErrorSummary } from "#app/ui/form.tsx";
import { LoadingBar } from "#app/ui/loading.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ProgressBar } from "#app/ui/progress.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { Time } from "#app/ui/time.tsx";
import { Toasts } from "#app/ui/toast.tsx";
import { m } from "#messages";

export const meta: MetaFunction = () => [{ title: m.public_pieces_of_the_interface() }];

const variants: ButtonVariant[] = ["primary", "secondary", "danger", "quiet"];
const tones: Tone[] = ["good", "warn", "bad", "info", "neutral"];
const options = [
  { value: "sw", label: "Swahili" },
  { value: "fr", label: "French" },
  { value: "en", label: "English" },
];

/** All components of `app/ui` in every state. In development only. */
export default function Kit() {
  return (
    <main id="main" className="page">
      <PageHeader
        title={m.public_pieces_of_the_interface()}
        description={m.public_each_piece_in_each_of_its()}
        actions={<Button variant="secondary">{m.public_an_action()}</Button>}
      />
      <Toasts toast={{ kind: "error", text: m.public_a_message_that_stays_until_it() }} />
      <div className="grid gap-6">
        <LoadingBar />
        <Card title={m.public_pictures_of_people()}>
          <div className="row-actions items-center">
            <Avatar avatar={null} />
            <Avatar avatar="/favicon.svg" />
            <Avatar avatar={null} large />
            <Avatar avatar="/favicon.svg" large />
          </div>
        </Card>
        <Card title={m.common_buttons()}>
          {variants.map((variant) => (
            <p key={variant} className="row-actions mb-3">
              <Button variant={variant}>{variant}</Button>
              <ButtonLink variant={variant} to="/ui">
                {m.public_link({ variant })}
              </ButtonLink>
              <Button variant={variant} disabled>
                {m.public_disabled()}
              </Button>
            </p>
          ))}
        </Card>
        <Card title={m.public_fields()}>
          <div className="grid gap-5 md:grid-cols-2">
            <Field label={m.public_plain()} name="plain" />
            <Field
              label={m.public_required_with_a_hint()}
              name="hinted"
              hint={m.public_as_on_your_licence()}
              required
            />
            <Field
              label={m.public_wrong()}
              name="wrong"
              defaultValue="asha@"
              error={m.public_email_is_invalid()}
              required
            />
            <Field label={m.public_read_only()} name="fixed" value="254700000000" readOnly />
            <Field label={m.public_with_a_unit()} name="amount" type="number" after="KES" />
            <Field label={m.common_file()} name="file" type="file" />
            <SelectField label={m.public_choice()} name="language" options={options} />
            <SelectField
              label={m.public_wrong_choice()}
              name="language2"
              options={options}
              error={m.public_choose_a_language()}
            />
            <TextareaField label={m.common_text()} name="text" hint={m.public_up_to_1_024_characters()} />
            <TextareaField label={m.public_wrong_text()} name="text2" error={m.public_write_something()} />
            <RadioGroupField
              label={m.public_one_of_three()}
              name="radio"
              options={options}
              defaultValue="sw"
            />
            <RadioGroupField
              label={m.public_none_chosen()}
              name="radio2"
              options={options}
              error={m.public_choose_one()}
            />
            <CheckboxField label={m.public_agree()} name="agree" hint={m.public_you_can_take_it_back()} />
            <CheckboxField
              label={m.public_not_agreed()}
              name="agree2"
              error={m.public_you_must_agree_to_the_terms()}
            />
          </div>
        </Card>
        <ErrorSummary
          errors={[
            { id: "wrong", text: m.public_email_is_invalid() },
            { text: m.public_the_service_does_not_answer() },
          ]}
        />
        <StatGrid>
          <Stat label={m.public_messages_sent()} value="12,847" />
          <Stat label={m.common_delivered()} value="98.2%" hint={m.public_of_all_that_we_tried()} />
          <Stat label={m.public_account_status()} value="Setup" />
        </StatGrid>
        <Card title={m.public_badges_and_notices()}>
          <p className="row-actions mb-4">
            {tones.map((tone) => (
              <Badge key={tone} tone={tone}>
                {tone}
              </Badge>
            ))}
          </p>
          <div className="grid gap-3">
            {tones.map((tone) => (
              <Notice key={tone} tone={tone} title={m.public_a_notice_of_tone({ tone })}>
                {m.public_what_is_the_case_and_what()}
              </Notice>
            ))}
          </div>
        </Card>
        <Card title={m.public_progress()}>
          <div className="grid gap-4">
            <ProgressBar label={m.public_nothing_yet()} value={0} max={100} />
            <ProgressBar label={m.public_rows_read()} value={38_120} max={100_000} />
            <ProgressBar label={m.common_done()} value={100} max={100} />
          </div>
        </Card>
        <div>
          <Tabs
            label={m.public_views()}
            items={[
              { to: "/ui", label: m.common_campaigns() },
              { to: "/ui?tab=contacts", label: m.common_contacts() },
              { to: "/ui?tab=history", label: m.public_broadcast_history() },
            ]}
          />
          <List />
        </div>
        <Card title={m.public_pairs()}>
          <DescriptionList
            items={[
              { term: m.common_business_name(), value: "Duka Letu" },
              { term: m.common_phone(), value: "+254 712 345 678" },
            ]}
          />
        </Card>
        <Card title={m.public_a_question_before_something_is_done()}>
          <ConfirmForm
            answer={{ result: { error: { "": [m.public_the_service_does_not_answer()] } } }}
            confirm={{ label: m.common_delete() }}
            keep={{ label: m.common_keep_it(), to: "/ui" }}
          >
            <p>{m.public_what_follows_from_it_and_what()}</p>
          </ConfirmForm>
        </Card>
        <EmptyState title={m.public_no_contacts_yet()} action={<Button>{m.common_import_contacts()}</Button>}>
          {m.public_bring_the_file_that_you_have()}
        </EmptyState>
      </div>
    </main>
  );
}

const rows = options.map((option, index) => ({
  ...option,
  sent: index * 1234,
  tone: tones[index] ?? "neutral",
}));

/** A list with its filters, its order and its pages. */
function List() {
  return (
    <>
      <FilterBar
        search={{ name: "q", value: "", placeholder: m.public_a_part_of_the_name() }}
        choices={[
          {
            name: "status",
            label: m.common_status(),
            value: "",
            options: [{ value: "", label: m.common_all() }, ...options],
          },
        ]}
        clear="/ui"
      />
      <DataTable
        caption={m.public_sample_table()}
        paged
        rows={rows}
        keyOf={({ value }) => value}
        hrefOf={({ value }) => `/ui?language=${value}`}
        sort="-sent"
        columns={[
          {
            header: m.common_name(),
            sortBy: "name",
            cell: ({ label }) => label,
            below: ({ value }) => value,
          },
          { header: m.common_status(), plain: true, cell: ({ tone }) => <Badge tone={tone}>{tone}</Badge> },
          { header: m.common_sent(), sortBy: "sent", number: true, cell: ({ sent }) => formatCount(sent) },
          { header: m.common_since(), cell: () => <Time value="2026-11-21T06:00:00Z" /> },
        ]}
      />
      <Pagination page={2} pages={12} />
      <Pagination cursor="c" nextCursor="d" />
      <DataTable
        caption={m.public_empty_table()}
        rows={[]}
        keyOf={String}
        columns={[]}
        empty={m.public_nothing_was_sent_yet()}
      />
    </>
  );
}
