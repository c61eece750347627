/** The choice of an assignee that means the member who runs the macro. */
export const runner = "runner";
