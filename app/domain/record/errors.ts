import { conflict, errorsOf, invalid, said } from "#app/platform/errors.ts";
import { m } from "#messages";

/** The refusals of this room, with their texts. */
export const recordError = errorsOf({
  "webhook_endpoint.bad_url": invalid(said),
  "webhook_endpoint.too_many": conflict(m.errors_webhook_endpoint_too_many),
});
