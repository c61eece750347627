// Loaded before a server: its clock is an hour behind those of the other processes and of the database.
const behind = 60 * 60 * 1000;
const RealDate = Date;
const now = () => RealDate.now() - behind;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  apply: (target) => new target(now()).toString(),
  get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
});
