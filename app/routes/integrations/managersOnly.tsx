/** The same over the integrations. Without an error boundary of its own: the refusal takes the place of the list. */
export { default, loader } from "#app/routes/shell/managersOnly.tsx";
