/** Statements that read tables of the directory and of tenants (app/db/distribution.ts), how often in each file. */
export const readingBothKinds: Record<string, number> = {};
