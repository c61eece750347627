import { createServer } from "node:http";

/** The barest server that reads a body and answers; prints its port. */
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    response.writeHead(200, { "content-type": "text/plain; charset=utf-8", "content-length": 2 });
    response.end("ok");
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log((server.address() as { port: number }).port));
