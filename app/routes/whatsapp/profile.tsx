import { data, href } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { businessProfile } from "#app/domain/whatsapp/numbers/schemas.ts";
import { verticals, verticalWords } from "#app/domain/whatsapp/numbers/words.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/profile";

export const meta: Route.MetaFunction = () => [{ title: m.whatsapp_business_profile() }];

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = pageApi(context);
  const found = await api("GET /whatsapp/numbers/:phoneNumberId/profile", params);
  return { ...found, phoneNumberId: params.phoneNumberId };
}

const saveFields = formAction(businessProfile, async ({ value, api }, { params }: Route.ActionArgs) => {
  await api("PUT /whatsapp/numbers/:phoneNumberId/profile", { ...value, ...params });
  return done(href("/whatsapp/numbers/:phoneNumberId", params), m.whatsapp_profile_saved_done());
});

/** A multipart form brings a picture and is streamed on. */
export async function action(args: Route.ActionArgs) {
  const { request, context, params } = args;
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) return saveFields(args);
  try {
    await context.get(apiContext).raw("POST /whatsapp/numbers/:phoneNumberId/picture", params, {
      headers: { "content-type": type },
      ...(request.body ? { body: request.body } : {}),
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ message: error.message }, { status: error.status });
  }
  return done(href("/whatsapp/numbers/:phoneNumberId", params), m.whatsapp_profile_picture_saved_done());
}

export default function BusinessProfile({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, displayPhoneNumber, phoneNumberId } = loaderData;
  const result = actionData && "result" in actionData ? actionData.result : undefined;
  const message = actionData && "message" in actionData ? actionData.message : undefined;
  const text = (name: string, label: string, value: string, maxLength: number, hint?: string) => (
    <Field {...fieldProps(result, name, value)} label={label} hint={hint} maxLength={maxLength} />
  );
  return (
    <div className="max-w-2xl">
      <PageHeader
        title={m.whatsapp_business_profile()}
        description={m.whatsapp_profile_lead({ displayPhoneNumber })}
        actions={
          <ButtonLink to={href("/whatsapp/numbers/:phoneNumberId", { phoneNumberId })} variant="quiet">
            {m.common_back()}
          </ButtonLink>
        }
      />
      <div className="grid gap-5">
        <ErrorSummary
          title={m.whatsapp_profile_was_not_saved_title()}
          errors={message ? [{ text: message, id: "picture" }] : problemsOf(result)}
        />
        <Card title={m.common_details()}>
          <Form method="post" className="grid gap-4">
            {text("about", m.whatsapp_profile_about(), profile.about, 139, m.whatsapp_profile_about_label())}
            <TextareaField
              {...fieldProps(result, "description", profile.description)}
              label={m.common_description()}
              rows={4}
              maxLength={512}
            />
            {text("address", m.common_address(), profile.address, 256)}
            {text("email", m.common_email(), profile.email, 128)}
            {text("website1", m.whatsapp_profile_website(), profile.websites[0] ?? "", 256, "https://…")}
            {text("website2", m.whatsapp_profile_second_website(), profile.websites[1] ?? "", 256)}
            <SelectField
              {...fieldProps(result, "vertical", profile.vertical || "OTHER")}
              label={m.whatsapp_profile_vertical_label()}
              options={verticals.map((value) => ({ value, label: verticalWords[value] }))}
            />
            <div>
              <Button>{m.common_save()}</Button>
            </div>
          </Form>
        </Card>
        <Picture hasPicture={profile.hasPicture} message={message} />
      </div>
    </div>
  );
}

function Picture({ hasPicture, message }: { hasPicture: boolean; message: string | undefined }) {
  return (
    <Card title={m.common_picture()}>
      <Form method="post" encType="multipart/form-data" className="grid gap-4">
        <Field
          id="picture"
          name="picture"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          label={hasPicture ? m.whatsapp_profile_picture_label() : m.common_picture()}
          hint={m.whatsapp_profile_picture_hint()}
          error={message}
          required
        />
        <div>
          <Button variant="secondary">{m.common_save_picture()}</Button>
        </div>
      </Form>
    </Card>
  );
}
