import type { MetaFunction } from "react-router";
import { formatCount } from "#app/platform/counts.ts";
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

export const meta: MetaFunction = () => [{ title: "Pieces of the interface" }];

const variants: ButtonVariant[] = ["primary", "secondary", "danger", "quiet"];
const tones: Tone[] = ["good", "warn", "bad", "info", "neutral"];
const options = [
  { value: "sw", label: "Swahili" },
  { value: "fr", label: "French" },
  { value: "en", label: "English" },
];

/** Every piece of `app/ui` in every state. In development only. */
export default function Kit() {
  return (
    <main id="main" className="page">
      <PageHeader
        title="Pieces of the interface"
        description="Each piece in each of its states; look at it in light and in dark."
        actions={<Button variant="secondary">An action</Button>}
      />
      <Toasts toast={{ kind: "error", text: "A message that stays until it is put away." }} />
      <div className="grid gap-6">
        <LoadingBar />
        <Card title="Pictures of people">
          <div className="row-actions items-center">
            <Avatar avatar={null} />
            <Avatar avatar="/favicon.svg" />
            <Avatar avatar={null} large />
            <Avatar avatar="/favicon.svg" large />
          </div>
        </Card>
        <Card title="Buttons">
          {variants.map((variant) => (
            <p key={variant} className="row-actions mb-3">
              <Button variant={variant}>{variant}</Button>
              <ButtonLink variant={variant} to="/ui">
                {variant} link
              </ButtonLink>
              <Button variant={variant} disabled>
                disabled
              </Button>
            </p>
          ))}
        </Card>
        <Card title="Fields">
          <div className="grid gap-5 md:grid-cols-2">
            <Field label="Plain" name="plain" />
            <Field label="Required, with a hint" name="hinted" hint="As on your licence" required />
            <Field label="Wrong" name="wrong" defaultValue="asha@" error="Email is invalid" required />
            <Field label="Read-only" name="fixed" value="254700000000" readOnly />
            <Field label="With a unit" name="amount" type="number" after="KES" />
            <Field label="File" name="file" type="file" />
            <SelectField label="Choice" name="language" options={options} />
            <SelectField label="Wrong choice" name="language2" options={options} error="Choose a language" />
            <TextareaField label="Text" name="text" hint="Up to 1,024 characters" />
            <TextareaField label="Wrong text" name="text2" error="Write something" />
            <RadioGroupField label="One of three" name="radio" options={options} defaultValue="sw" />
            <RadioGroupField label="None chosen" name="radio2" options={options} error="Choose one" />
            <CheckboxField label="Agree" name="agree" hint="You can take it back" />
            <CheckboxField
              label="Not agreed"
              name="agree2"
              error="You must agree to the terms and conditions."
            />
          </div>
        </Card>
        <ErrorSummary
          errors={[{ id: "wrong", text: "Email is invalid" }, { text: "The service does not answer." }]}
        />
        <StatGrid>
          <Stat label="Messages Sent" value="12,847" />
          <Stat label="Delivered" value="98.2%" hint="of all that we tried" />
          <Stat label="Account Status" value="Setup" />
        </StatGrid>
        <Card title="Badges and notices">
          <p className="row-actions mb-4">
            {tones.map((tone) => (
              <Badge key={tone} tone={tone}>
                {tone}
              </Badge>
            ))}
          </p>
          <div className="grid gap-3">
            {tones.map((tone) => (
              <Notice key={tone} tone={tone} title={`A notice of tone ${tone}`}>
                What is the case, and what to do about it.
              </Notice>
            ))}
          </div>
        </Card>
        <Card title="Progress">
          <div className="grid gap-4">
            <ProgressBar label="Nothing yet" value={0} max={100} />
            <ProgressBar label="Rows read" value={38_120} max={100_000} />
            <ProgressBar label="Done" value={100} max={100} />
          </div>
        </Card>
        <div>
          <Tabs
            label="Views"
            items={[
              { to: "/ui", label: "Campaigns" },
              { to: "/ui?tab=contacts", label: "Contacts" },
              { to: "/ui?tab=history", label: "Broadcast History" },
            ]}
          />
          <List />
        </div>
        <Card title="Pairs">
          <DescriptionList
            items={[
              { term: "Business name", value: "Duka Letu" },
              { term: "Phone", value: "+254 712 345 678" },
            ]}
          />
        </Card>
        <Card title="A question before something is done">
          <ConfirmForm
            answer={{ result: { error: { "": ["The service does not answer."] } } }}
            confirm={{ label: "Delete" }}
            keep={{ label: "Keep it", to: "/ui" }}
          >
            <p>What follows from it, and what stays.</p>
          </ConfirmForm>
        </Card>
        <EmptyState title="No contacts yet" action={<Button>Import contacts</Button>}>
          Bring the file that you have; numbers are repaired as they come.
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
        search={{ name: "q", value: "", placeholder: "A part of the name" }}
        choices={[
          { name: "status", label: "Status", value: "", options: [{ value: "", label: "All" }, ...options] },
        ]}
        clear="/ui"
      />
      <DataTable
        caption="Sample table"
        paged
        rows={rows}
        keyOf={({ value }) => value}
        hrefOf={({ value }) => `/ui?language=${value}`}
        sort="-sent"
        columns={[
          { header: "Name", sortBy: "name", cell: ({ label }) => label, below: ({ value }) => value },
          { header: "Status", plain: true, cell: ({ tone }) => <Badge tone={tone}>{tone}</Badge> },
          { header: "Sent", sortBy: "sent", number: true, cell: ({ sent }) => formatCount(sent) },
          { header: "Since", cell: () => <Time value="2026-11-21T06:00:00Z" /> },
        ]}
      />
      <Pagination page={2} pages={12} />
      <Pagination cursor="c" nextCursor="d" />
      <DataTable caption="Empty table" rows={[]} keyOf={String} columns={[]} empty="Nothing was sent yet." />
    </>
  );
}
