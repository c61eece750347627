import type { z } from "zod";
import type { Services } from "#app/platform/context.ts";
import type { Job } from "#app/platform/jobs.ts";

/** A job with its function. */
export interface Handler<S extends z.ZodType = z.ZodType> extends Job<S> {
  run(services: Services, payload: z.output<S>): Promise<unknown>;
}

export const handler = <S extends z.ZodType>(job: Job<S>, run: Handler<S>["run"]): Handler<S> => ({
  ...job,
  run,
});
