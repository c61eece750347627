import { href, Form as PreviewForm, useSubmit } from "react-router";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Field, RadioGroupField, SelectField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Card, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { useDebounced } from "#app/web/useDebounced.ts";
import { m } from "#messages";
import type { Route } from "./+types/preview";
import { isFile } from "./mediaField.tsx";
import { MessageBubble } from "./messageBubble.tsx";
import { NoScriptButton } from "./noScriptButton.tsx";

const devices = lazy({
  mobile: { label: m.templates_preview_mobile_label, icon: "smartphone", width: "max-w-[360px]" },
  tablet: { label: m.templates_preview_tablet_label, icon: "tablet", width: "max-w-[768px]" },
  desktop: { label: m.templates_preview_desktop_label, icon: "monitor", width: "max-w-[1024px]" },
});
type Device = keyof typeof devices;
const schemes = lazy({
  own: m.templates_preview_schemes_own,
  dark: m.templates_preview_schemes_dark,
});
type Scheme = keyof typeof schemes;
const fieldPrefix = "value.";

export const meta: Route.MetaFunction = () => [{ title: m.templates_preview_message_preview() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = pageApi(context);
  const query = new URL(request.url).searchParams;
  const { templates } = await api("GET /templates", { pageSize: 100 });
  const templateId = query.get("templateId") || templates[0]?.id;
  const requested = query.get("device") ?? "";
  const device: Device = requested in devices ? (requested as Device) : "mobile";
  const scheme: Scheme = query.get("scheme") === "dark" ? "dark" : "own";
  if (!templateId) return { templates: [], device, scheme, preview: null };
  // Another template has other variables: the previous values are discarded.
  const isSame = query.get("valuesOf") === templateId;
  const values = Object.fromEntries(
    [...(isSame ? query : [])]
      .filter(([name]) => name.startsWith(fieldPrefix))
      .map(([name, value]) => [name.slice(fieldPrefix.length), value.slice(0, 1024)]),
  );
  const preview = await api("POST /templates/:templateId/preview", { templateId, values });
  return {
    templates: templates.map(({ id, name, languageName }) => ({ id, name, languageName })),
    device,
    scheme,
    preview,
  };
}

/** Reloads a form's preview shortly after its last change. */
function usePreviewSoon(): (form: HTMLFormElement) => void {
  const submit = useSubmit();
  return useDebounced(
    (form: HTMLFormElement) => void submit(form, { replace: true, preventScrollReset: true }),
    300,
  );
}

export default function MessagePreview({
  loaderData: { templates, device, scheme, preview },
}: Route.ComponentProps) {
  const previewSoon = usePreviewSoon();
  if (!preview) {
    return (
      <>
        <PageHeader title={m.templates_preview_message_preview()} />
        <EmptyState
          art="templates"
          title={m.templates_no_templates_yet_title()}
          action={<ButtonLink to={href("/templates/new")}>{m.common_create_template()}</ButtonLink>}
        >
          {m.templates_preview_empty()}
        </EmptyState>
      </>
    );
  }
  const { template, values, rendered } = preview;
  return (
    <>
      <PageHeader title={m.templates_preview_message_preview()} description={m.templates_preview_lead()} />
      <div className="grid items-start gap-5 xl:grid-cols-[22rem_minmax(0,1fr)]">
        <Card>
          <PreviewForm
            method="get"
            className="grid gap-3"
            onChange={(event) => previewSoon(event.currentTarget)}
            preventScrollReset
          >
            <SelectField
              label={m.common_template()}
              name="templateId"
              defaultValue={template.id}
              options={templates.map(({ id, name, languageName }) => ({
                value: id,
                label: `${name} (${languageName})`,
              }))}
            />
            <input type="hidden" name="valuesOf" value={template.id} />
            {template.variables
              .filter((variable) => !isFile(variable))
              .map(({ key, label }) => (
                <Field
                  key={`${template.id} ${key}`}
                  label={label}
                  name={`${fieldPrefix}${key}`}
                  defaultValue={values[key]}
                />
              ))}
            <DeviceChoice device={device} />
            <RadioGroupField
              label={m.templates_preview_scheme_label()}
              name="scheme"
              defaultValue={scheme}
              options={Object.entries(schemes).map(([value, label]) => ({ value, label }))}
            />
            <p>
              <NoScriptButton className="order-2">{m.templates_update_preview()}</NoScriptButton>
            </p>
          </PreviewForm>
        </Card>
        <section
          aria-live="polite"
          aria-label={m.templates_preview_on({ label: inSentence(devices[device].label) })}
          data-scheme={scheme}
          className={`w-full min-w-0 rounded-card border text-ink border-line bg-brand-soft p-4 ${devices[device].width}`}
        >
          <MessageBubble rendered={rendered} />
        </section>
      </div>
    </>
  );
}

function DeviceChoice({ device }: { device: Device }) {
  return (
    <fieldset>
      <legend className="label">{m.templates_preview_device_width()}</legend>
      <div className="mt-1 flex flex-wrap gap-x-4">
        {Object.entries(devices).map(([key, { label, icon }]) => (
          <label className="choice" key={key}>
            <input type="radio" name="device" value={key} defaultChecked={key === device} />
            <Icon name={icon} size={18} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
