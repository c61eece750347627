import { useEffect, useState } from "react";
import { Form as ChoiceForm, href, useLocation, useNavigation, useSubmit } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { messagePriceText } from "#app/domain/money/messagePrice/words.ts";
import { fillText, headerKey } from "#app/domain/whatsapp/templates/variables.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { isFile, MediaField } from "#app/routes/templates/mediaField.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { WhatsappText } from "#app/ui/whatsappText.tsx";
import { type FormResult, fieldError, fieldValue, problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";
import { type LaterWords, TemplateLater } from "./templateLater.tsx";

type Sendable = CallOutput<"GET /conversations/:conversationId/templates">;
type SendableTemplate = Sendable["templates"][number];

interface Choice {
  sendable: Sendable;
  template: SendableTemplate | null;
  /** Created for this form, so that sending it twice sends one message. */
  submissionKey: string;
  lastResult: FormResult;
  /** Absent: it can only be sent now. */
  later?: LaterWords;
  /** The target of Cancel. */
  back: string;
  /** The number to send from, when there is a choice; it is part of the form. */
  from?: {
    phoneNumberId: string;
    numbers: { phoneNumberId: string; displayPhoneNumber: string; verifiedName: string }[];
  };
}

/**
 * One template message to one contact: choose it, fill it in, see the price, send. With script a choice loads
 * at once, and the preview follows the typing.
 */
export function SendTemplate({ sendable, template, from, ...form }: Choice) {
  const submit = useSubmit();
  const search = useNavigation().location?.search;
  const [followsChoice, setFollowsChoice] = useState(false);
  useEffect(() => setFollowsChoice(true), []);
  const choiceOf = (name: string, shown: string) => new URLSearchParams(search).get(name) ?? shown;
  const { contact, templates, withheld } = sendable;
  if (contact.optedOutAt) {
    return (
      <Notice tone="warn" title={m.common_opted_out()}>
        {m.chat_template_opted_out_notice()}
      </Notice>
    );
  }
  if (!contact.isReachable) {
    return (
      <Notice tone="warn" title={m.chat_template_no_phone_number_notice()}>
        {m.chat_template_unreachable_notice()}
      </Notice>
    );
  }
  if (templates.length === 0 && (from?.numbers.length ?? 1) < 2) {
    return (
      <EmptyState
        art="templates"
        title={m.chat_template_no_approved_template_title()}
        action={<ButtonLink to={href("/templates")}>{m.common_message_templates()}</ButtonLink>}
      >
        {withheld > 0 ? m.chat_template_empty() : m.chat_template_empty_text()}
      </EmptyState>
    );
  }
  const hint = withheld > 0 ? m.chat_template_withheld_hint({ withheld }) : undefined;
  return (
    <>
      <ChoiceForm
        className="grid gap-3"
        preventScrollReset
        onChange={(event) => void submit(event.currentTarget, { preventScrollReset: true, replace: true })}
      >
        {from && from.numbers.length > 1 && (
          <SelectField
            label={m.common_send_from()}
            name="phoneNumberId"
            value={choiceOf("phoneNumberId", from.phoneNumberId)}
            onChange={nothingElse}
            options={from.numbers.map(({ phoneNumberId, displayPhoneNumber, verifiedName }) => ({
              value: phoneNumberId,
              label: `${displayPhoneNumber} – ${verifiedName}`,
            }))}
          />
        )}
        <div className="flex items-end gap-2">
          <SelectField
            className="min-w-0 flex-1"
            label={m.common_template()}
            name="templateId"
            value={choiceOf("templateId", template?.id ?? "")}
            onChange={nothingElse}
            options={[
              { value: "", label: m.chat_template_choose_template() },
              ...templates.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` })),
            ]}
            hint={hint}
          />
          {!followsChoice && (
            <Button variant="secondary" className={hint ? "mb-6.5" : ""}>
              {m.common_choose()}
            </Button>
          )}
        </div>
      </ChoiceForm>
      {template && (
        <ValuesForm
          key={template.id}
          template={template}
          price={sendable.price}
          messagePrice={sendable.messagePrice}
          phoneNumberId={from?.phoneNumberId}
          {...form}
        />
      )}
    </>
  );
}

/** The choice is in the address, which the form's own handler changes. */
const nothingElse = () => undefined;

/** The preview of the typed values, by the names of the form's controls. */
function filledIn(preview: SendableTemplate["preview"], typed: FormData): SendableTemplate["preview"] {
  const typedFor = (key: string) => String(typed.get(`variables.${key}`) ?? "").trim();
  return {
    ...preview,
    header: preview.header && {
      ...preview.header,
      text: fillText(preview.header.text, (name) => typedFor(headerKey(name))),
    },
    body: fillText(preview.body, typedFor),
  };
}

function ValuesForm({
  template,
  price,
  messagePrice,
  phoneNumberId,
  submissionKey,
  lastResult,
  later,
  back,
}: Pick<Choice, "submissionKey" | "lastResult" | "later" | "back"> & {
  template: SendableTemplate;
  price: Sendable["price"];
  messagePrice: Sendable["messagePrice"];
  phoneNumberId: string | undefined;
}) {
  const sending = useNavigation().state === "submitting";
  const [typed, setTyped] = useState<FormData | null>(null);
  const preview = typed ? filledIn(template.preview, typed) : template.preview;
  const given = (lastResult?.initialValue?.variables ?? {}) as Record<string, string | undefined>;
  const controls = template.variables.map((variable) => {
    const name = `variables.${variable.key}`;
    const id = isFile(variable) ? name : `value-${variable.key}`;
    return { ...variable, name, id, error: fieldError(lastResult, name) };
  });
  const problems = [
    ...problemsOf(lastResult).filter(({ id }) => !id || id === "at"),
    ...controls.flatMap(({ id, label, error }) =>
      error ? [{ id, text: m.common_labelled({ label, value: error }) }] : [],
    ),
  ];
  return (
    <Form
      method="post"
      noValidate
      {...(template.variables.some(isFile) ? { encType: "multipart/form-data" as const } : {})}
      className="grid gap-5"
      onChange={(event) => setTyped(new FormData(event.currentTarget as HTMLFormElement))}
    >
      <ErrorSummary title={m.chat_template_errors_title()} errors={problems} />
      <figure>
        <figcaption className="label mb-1.5">{m.common_preview()}</figcaption>
        <div className="rounded-2xl rounded-br-sm bg-brand-soft px-3.5 py-2">
          {preview.header && (
            <p className="font-semibold">{preview.header.text || headerNames[preview.header.format]}</p>
          )}
          <p className="whitespace-pre-wrap break-words">
            <WhatsappText text={preview.body} />
          </p>
          {preview.cards?.map((card, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cards have no name, and keep their order.
            <p key={index} className="mt-1 border-line border-t pt-1 text-sm">
              {index + 1}. {card.body}
            </p>
          ))}
          {preview.footer && <p className="mt-1 text-muted text-sm">{preview.footer}</p>}
          {preview.buttons.length > 0 && (
            <p className="mt-2 text-brand text-sm">{preview.buttons.map(({ text }) => text).join(" · ")}</p>
          )}
        </div>
      </figure>
      <input type="hidden" name="key" value={fieldValue(lastResult, "key", submissionKey)} />
      <input type="hidden" name="templateId" value={template.id} />
      <input type="hidden" name="maxTotalCents" value={price.totalCents} />
      {phoneNumberId && <input type="hidden" name="phoneNumberId" value={phoneNumberId} />}
      {controls.map((control) => (
        <Value key={control.key} control={control} given={given[control.key]} />
      ))}
      <Price price={price} parts={messagePriceText(messagePrice, template.category)} />
      <p className="flex flex-wrap gap-2">
        {price.missingCents === 0 && (
          <Button disabled={sending}>{sending ? m.chat_sending() : m.chat_template_send()}</Button>
        )}
        <ButtonLink to={back} variant="quiet">
          {m.common_cancel()}
        </ButtonLink>
      </p>
      {later && <TemplateLater later={later} result={lastResult} />}
    </Form>
  );
}

const headerNames: Record<string, string> = lazy({
  IMAGE: m.common_picture,
  VIDEO: m.common_video,
  DOCUMENT: m.common_document,
  LOCATION: m.common_location,
});

/** The field of a variable: text, or a file, by default the template's sample. */
function Value({
  control: { name, id, label, kind, sample, error },
  given,
}: {
  control: SendableTemplate["variables"][number] & { name: string; id: string; error: string | undefined };
  given: string | undefined;
}) {
  if (isFile({ kind }))
    return <MediaField name={name} label={label} mediaId={given ?? sample} kind={kind} error={error} />;
  return (
    <Field
      id={id}
      name={name}
      label={label}
      hint={sample ? m.chat_template_sample_hint({ sample }) : undefined}
      defaultValue={given ?? ""}
      error={error}
      maxLength={kind === "code" ? 15 : 1024}
      {...(kind === "coordinate" ? { inputMode: "decimal" as const } : {})}
      autoComplete="off"
      required
    />
  );
}

function Price({ price, parts }: { price: Sendable["price"]; parts: string }) {
  const { pathname, search } = useLocation();
  if (price.missingCents > 0) {
    return (
      <Notice tone="warn" title={m.chat_template_cost_title({ total: formatKes(price.totalCents) })}>
        <p>{m.chat_template_wallet_short_text({ wallet: formatKes(price.walletCents) })}</p>
        <p className="mt-2">
          <ButtonLink to={`${href("/billing")}?${new URLSearchParams({ from: `${pathname}${search}` })}`}>
            {m.common_top_up_the_wallet()}
          </ButtonLink>
        </p>
      </Notice>
    );
  }
  const total = formatKes(price.totalCents);
  return (
    <p className="rounded-lg bg-sunken px-3.5 py-2.5">
      {price.includedMessages > 0
        ? m.chat_template_plan_price_text({ total, left: formatCount(price.includedLeftBefore) })
        : m.chat_template_wallet_price_text({ total, wallet: formatKes(price.walletCents) })}{" "}
      {parts}
    </p>
  );
}
