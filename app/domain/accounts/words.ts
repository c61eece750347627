import { m } from "#messages";

/** Said of every field that must not be empty; apart from the schemas, so that a browser gets it without the validation. */
export const requiredFieldsMessage = () => m.labels_required_fields();
