/** Said of every field that must not be empty; apart from the schemas, so that a browser gets it without the validation. */
export const requiredFieldsMessage = "Please fill in all required fields.";
