/** Show buttons and strength meters of password fields below `root`. Returns a function that removes them. */
export function enhancePasswords(root) {
  const off = new AbortController();
  for (const toggle of root.querySelectorAll("[data-shows]")) {
    const input = root.querySelector(`#${toggle.dataset.shows}`);
    const word = toggle.querySelector("[data-word]");
    toggle.hidden = false;
    toggle.addEventListener(
      "click",
      () => {
        const isShown = input.type === "text";
        input.type = isShown ? "password" : "text";
        word.textContent = isShown ? word.dataset.show : word.dataset.hide;
      },
      { signal: off.signal },
    );
    // Browsers offer to save only the content of a password field.
    input.form?.addEventListener(
      "submit",
      () => {
        input.type = "password";
      },
      { signal: off.signal },
    );
  }
  for (const meter of root.querySelectorAll("[data-meters]")) {
    const input = root.querySelector(`#${meter.dataset.meters}`);
    const criteria = JSON.parse(meter.dataset.criteria).map((criterion) => new RegExp(criterion, "su"));
    const labels = JSON.parse(meter.dataset.labels);
    const measure = () => {
      const score = criteria.filter((criterion) => criterion.test(input.value)).length;
      meter.hidden = input.value === "";
      meter.dataset.score = String(score);
      meter.querySelector("[data-label]").textContent = labels[score];
    };
    input.addEventListener("input", measure, { signal: off.signal });
    measure();
  }
  return () => off.abort();
}
