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

export const meta: MetaFunction = () => [{ title: m.public_kit_interface_components() }];

const variants: ButtonVariant[] = ["primary", "secondary", "quiet", "danger", "danger-quiet"];
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
        title={m.public_kit_interface_components()}
        description={m.public_kit_lead()}
        actions={<Button variant="secondary">{m.public_kit_action_button()}</Button>}
      />
      <Toasts toast={{ kind: "error", text: m.public_kit_toast_text() }} />
      <div className="grid gap-6">
        <LoadingBar />
        <Card title={m.public_kit_pictures_of_people_title()}>
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
                {m.public_kit_link({ variant })}
              </ButtonLink>
              <Button variant={variant} disabled>
                {m.public_kit_disabled_button()}
              </Button>
            </p>
          ))}
        </Card>
        <Card title={m.public_fields()}>
          <div className="grid gap-5 md:grid-cols-2">
            <Field label={m.public_kit_plain_label()} name="plain" />
            <Field
              label={m.public_kit_hinted_label()}
              name="hinted"
              hint={m.public_kit_hinted_hint()}
              required
            />
            <Field
              label={m.public_kit_invalid_label()}
              name="wrong"
              defaultValue="asha@"
              error={m.public_kit_email_invalid()}
              required
            />
            <Field label={m.public_kit_fixed_label()} name="fixed" value="254700000000" readOnly />
            <Field label={m.public_kit_amount_label()} name="amount" type="number" after="KES" />
            <Field label={m.common_file()} name="file" type="file" />
            <SelectField label={m.public_kit_language_label()} name="language" options={options} />
            <SelectField
              label={m.public_kit_language2_label()}
              name="language2"
              options={options}
              error={m.public_kit_choose_language_error()}
            />
            <TextareaField label={m.common_text()} name="text" hint={m.public_kit_text_hint()} />
            <TextareaField
              label={m.public_kit_text2_label()}
              name="text2"
              error={m.public_kit_enter_message_error()}
            />
            <RadioGroupField
              label={m.public_kit_radio_label()}
              name="radio"
              options={options}
              defaultValue="sw"
            />
            <RadioGroupField
              label={m.public_kit_radio2_label()}
              name="radio2"
              options={options}
              error={m.public_kit_choose_one_error()}
            />
            <CheckboxField label={m.public_kit_agree_label()} name="agree" hint={m.public_kit_agree_hint()} />
            <CheckboxField
              label={m.public_kit_agree2_label()}
              name="agree2"
              error={m.public_kit_agree_error()}
            />
          </div>
        </Card>
        <ErrorSummary
          errors={[
            { id: "wrong", text: m.public_kit_email_invalid() },
            { text: m.public_kit_service_error() },
          ]}
        />
        <StatGrid>
          <Stat label={m.public_kit_messages_sent()} value="12,847" />
          <Stat label={m.common_delivered()} value="98.2%" hint={m.public_kit_of_attempts_hint()} />
          <Stat label={m.public_kit_account_status()} value="Setup" />
        </StatGrid>
        <Card title={m.public_kit_badges_and_notices_title()}>
          <p className="row-actions mb-4">
            {tones.map((tone) => (
              <Badge key={tone} tone={tone}>
                {tone}
              </Badge>
            ))}
          </p>
          <div className="grid gap-3">
            {tones.map((tone) => (
              <Notice key={tone} tone={tone} title={m.public_kit_notice_title({ tone })}>
                {m.public_kit_notice_text()}
              </Notice>
            ))}
          </div>
        </Card>
        <Card title={m.public_kit_progress_title()}>
          <div className="grid gap-4">
            <ProgressBar label={m.public_kit_nothing_yet()} value={0} max={100} />
            <ProgressBar label={m.public_kit_rows_read()} value={38_120} max={100_000} />
            <ProgressBar label={m.common_done()} value={100} max={100} />
          </div>
        </Card>
        <div>
          <Tabs
            label={m.public_kit_views_label()}
            items={[
              { to: "/ui", label: m.common_campaigns() },
              { to: "/ui?tab=contacts", label: m.common_contacts() },
              { to: "/ui?tab=history", label: m.public_kit_broadcast_history() },
            ]}
          />
          <List />
        </div>
        <Card title={m.public_kit_pairs_title()}>
          <DescriptionList
            items={[
              { term: m.common_business_name(), value: "Duka Letu" },
              { term: m.common_phone(), value: "+254 712 345 678" },
            ]}
          />
        </Card>
        <Card title={m.public_kit_question_title()}>
          <ConfirmForm
            answer={{ result: { error: { "": [m.public_kit_service_error()] } } }}
            confirm={{ label: m.common_delete() }}
            keep={{ label: m.common_keep_it(), to: "/ui" }}
          >
            <p>{m.public_kit_question_text()}</p>
          </ConfirmForm>
        </Card>
        <EmptyState
          title={m.public_kit_no_contacts_yet_title()}
          action={<Button>{m.common_import_contacts()}</Button>}
        >
          {m.public_kit_empty()}
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
        search={{ name: "q", value: "", placeholder: m.public_kit_search_placeholder() }}
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
        caption={m.public_kit_sample_table_caption()}
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
        caption={m.public_kit_empty_table_caption()}
        rows={[]}
        keyOf={String}
        columns={[]}
        empty={m.public_kit_list_empty()}
      />
    </>
  );
}
