// Forms marked data-checked: the rules of each input's data attributes before the post, and one post at a
// time.
const ruleOf = ({ value, dataset, checked, type }) => {
  if (dataset.missing && (type === "checkbox" ? !checked : !value.trim())) return dataset.missing;
  if (!value) return "";
  if (dataset.pattern && !new RegExp(dataset.pattern).test(value.trim())) return dataset.invalid;
  if (dataset.min && value.length < Number(dataset.min)) return dataset.short;
  if (dataset.same && value !== document.getElementById(dataset.same).value) return dataset.different;
  if (dataset.unlike && value === document.getElementById(dataset.unlike).value) return dataset.alike;
  return "";
};

const show = (input, message) => {
  const id = `${input.id}-error`;
  let note = document.getElementById(id);
  if (message) {
    if (!note) {
      note = document.createElement("p");
      note.id = id;
      note.className = "error";
      input.closest(".field").append(note);
    }
    note.textContent = message;
    input.setAttribute("aria-invalid", "true");
  } else {
    note?.remove();
    input.removeAttribute("aria-invalid");
  }
  const described = (input.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .filter((part) => part && part !== id);
  if (message) described.push(id);
  if (described.length > 0) input.setAttribute("aria-describedby", described.join(" "));
  else input.removeAttribute("aria-describedby");
};

const showIncomplete = (form, isIncomplete) => {
  if (!form.dataset.incomplete) return;
  let note = form.querySelector("[data-incomplete-note]");
  if (isIncomplete && !note) {
    note = document.createElement("p");
    note.dataset.incompleteNote = "";
    note.className = "summary";
    note.setAttribute("role", "alert");
    note.textContent = form.dataset.incomplete;
    form.prepend(note);
  } else if (!isIncomplete) note?.remove();
};

for (const form of document.querySelectorAll("form[data-checked]")) {
  const button = form.querySelector("button[data-busy]");
  const label = button?.textContent;
  const loader = document.getElementById(form.dataset.loader ?? "");
  let patience;
  const setBusy = (isBusy) => {
    clearTimeout(patience);
    if (loader) loader.hidden = !isBusy;
    if (!button) return;
    button.textContent = isBusy ? button.dataset.busy : label;
    if (isBusy) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
    // No event reports a load that was stopped or that failed.
    if (isBusy) patience = setTimeout(setBusy, 30_000, false);
  };
  form.addEventListener("submit", (event) => {
    const wrong = [];
    for (const input of form.querySelectorAll("input[id]")) {
      const message = ruleOf(input);
      show(input, message);
      if (message) wrong.push(input);
    }
    showIncomplete(
      form,
      wrong.some((input) => input.type !== "checkbox" && !input.value.trim()),
    );
    if (wrong.length > 0) {
      event.preventDefault();
      // The server's error may be fixed by now.
      form.querySelector(".summary:not([data-incomplete-note])")?.remove();
      wrong[0].focus();
    } else if (button?.getAttribute("aria-disabled") === "true") {
      event.preventDefault();
    } else setBusy(true);
  });
  form.addEventListener("input", ({ target }) => {
    if (target.getAttribute("aria-invalid") && !ruleOf(target)) show(target, "");
  });
  addEventListener("pageshow", () => setBusy(false));
  addEventListener("keydown", ({ key }) => key === "Escape" && setBusy(false));
}
