import { m } from "#messages";

/**
 * The error of every required field; apart from the schemas, so that a browser gets it without the
 * validation.
 */
export const requiredFieldsMessage = () => m.account_required_fields();
