/** The same over the billing page. Without an error boundary of its own: the refusal takes the place of the page. */
export { default, loader } from "#app/routes/shell/managersOnly.tsx";
