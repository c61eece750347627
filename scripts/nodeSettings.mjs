/**
 * How Node.js runs the server, in the words of the environment: deploy/ has the same. What each saves stands in
 * docs/performance.md.
 */
export const nodeEnvironment = {
  // Passwords, pictures and compression share these threads; with Node's own four, one kind would block the
  // others.
  UV_THREADPOOL_SIZE: "16",
  // Otherwise glibc keeps the memory that each of these threads has freed.
  MALLOC_ARENA_MAX: "2",
  // The space for new objects grows to this many MB twice, not to 32.
  NODE_OPTIONS: "--max-semi-space-size=16",
};
