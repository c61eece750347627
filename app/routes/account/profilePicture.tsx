import type { ChangeEvent } from "react";
import { href } from "react-router";
import { maxPictureBytes } from "#app/domain/accounts/fieldRules.ts";
import { megabytes } from "#app/platform/numbers/megabytes.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card } from "#app/ui/page.tsx";
import { m } from "#messages";
import { shrinkPicture } from "./shrinkPicture.ts";

/** The signed-in user's picture: choose another one, or return to the icon. Posts to `/profile/picture`. */
export function ProfilePicture({ avatar, error }: { avatar: string | null; error?: string | undefined }) {
  return (
    <Card title={m.account_profile_picture()}>
      <div className="flex flex-wrap items-start gap-5">
        <Avatar avatar={avatar} large />
        <div className="grid min-w-0 flex-1 basis-56 gap-4">
          <Form
            method="post"
            action={href("/profile/picture")}
            encType="multipart/form-data"
            reloadDocument
            className="grid gap-4"
          >
            <ErrorSummary
              title={m.account_profile_picture_not_saved_title()}
              errors={error ? [{ id: "picture", text: error }] : []}
            />
            <Field
              label={m.common_picture()}
              name="picture"
              type="file"
              accept="image/png,image/jpeg,image/webp"
              hint={m.account_profile_picture_hint({ size: megabytes(maxPictureBytes) })}
              error={error}
              onChange={sendLess}
            />
            <div className="row-actions">
              <Button variant="secondary">{m.common_save_picture()}</Button>
              {avatar && (
                <Button variant="danger-quiet" form="remove-picture" name="intent" value="remove">
                  {m.account_profile_picture_remove_picture()}
                </Button>
              )}
            </div>
          </Form>
          <Form id="remove-picture" method="post" action={href("/profile/picture")} reloadDocument hidden />
        </div>
      </div>
    </Card>
  );
}

/**
 * Shrinks a large photo to a small square where the browser can, which saves data. The server accepts either.
 */
async function sendLess({ currentTarget: field }: ChangeEvent<HTMLInputElement>) {
  const chosen = field.files?.[0];
  const small = chosen && (await shrinkPicture(chosen).catch(() => undefined));
  if (!small || field.files?.[0] !== chosen) return;
  const files = new DataTransfer();
  files.items.add(small);
  field.files = files.files;
}
