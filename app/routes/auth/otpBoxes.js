// Six boxes in place of the one code field, which stays and is posted.
const field = document.getElementById("otp");
const boxes = [];
const group = document.createElement("div");
group.className = "otp-boxes";
group.setAttribute("role", "group");
group.setAttribute("aria-labelledby", "otp-label");

const collect = () => {
  field.value = boxes.map((box) => box.value).join("");
};

const forgetError = () => {
  document.getElementById("otp-error")?.remove();
  for (const box of boxes) {
    box.removeAttribute("aria-invalid");
    box.removeAttribute("aria-describedby");
  }
};

const fill = (digits, from) => {
  const fresh = digits.replace(/\D/g, "").slice(0, 6 - from);
  for (const [index, digit] of [...fresh].entries()) boxes[from + index].value = digit;
  collect();
  boxes[Math.min(from + fresh.length, 5)].focus();
};

for (let index = 0; index < 6; index++) {
  const box = document.createElement("input");
  box.className = "input otp-box";
  box.inputMode = "numeric";
  box.autocomplete = index === 0 ? "one-time-code" : "off";
  box.setAttribute("aria-label", field.dataset.digit.replace("%", index + 1));
  if (field.getAttribute("aria-invalid")) {
    box.setAttribute("aria-invalid", "true");
    box.setAttribute("aria-describedby", "otp-error");
  }
  box.addEventListener("input", () => {
    const digits = box.value.replace(/\D/g, "");
    // One more than the six shown.
    if (index === 5 && digits.length === 2 && field.value.length === 6) {
      box.value = field.value[5];
      return;
    }
    box.value = "";
    if (digits) fill(digits.length === 2 ? digits.slice(-1) : digits, digits.length > 2 ? 0 : index);
    else collect();
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Backspace" && box.value === "" && index > 0) {
      event.preventDefault();
      boxes[index - 1].value = "";
      boxes[index - 1].focus();
      collect();
    }
    if (event.key === "ArrowLeft") boxes[index - 1]?.focus();
    if (event.key === "ArrowRight") boxes[index + 1]?.focus();
  });
  box.addEventListener("paste", (event) => {
    event.preventDefault();
    const text = event.clipboardData.getData("text").replace(/\D/g, "");
    fill(text, text.length === 6 ? 0 : index);
  });
  for (const type of ["focus", "click"]) box.addEventListener(type, () => box.select());
  boxes.push(box);
}
group.append(...boxes);
for (const type of ["input", "paste"])
  group.addEventListener(type, () => {
    if (field.value.length === 6) forgetError();
  });
field.before(group);
field.type = "hidden";
field.removeAttribute("autofocus");
fill(field.value, 0);
field.form.addEventListener("submit", (event) => {
  collect();
  if (field.value.length === 6 || event.submitter?.value === "resend") return;
  event.preventDefault();
  let note = document.getElementById("otp-error");
  if (!note) {
    note = document.createElement("p");
    note.id = "otp-error";
    note.className = "error";
    group.after(note);
  }
  note.textContent = field.dataset.missing;
  for (const box of boxes) {
    box.setAttribute("aria-invalid", "true");
    box.setAttribute("aria-describedby", "otp-error");
  }
  boxes.find((box) => box.value === "")?.focus();
});
