import program from "../../../docs/verify.mjs?raw";

/** The program that checks daily ledgers. */
export const loader = () =>
  new Response(program, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "content-disposition": 'attachment; filename="verify.mjs"',
    },
  });
