// The pause before a new code may be requested: data-seconds on the button, counted down on its label by
// data-later.
for (const button of document.querySelectorAll("button[data-seconds]")) {
  const label = button.textContent;
  const until = Date.now() + Number(button.dataset.seconds) * 1000;
  const tick = () => {
    const left = Math.ceil((until - Date.now()) / 1000);
    button.disabled = left > 0;
    button.textContent = left > 0 ? button.dataset.later.replace("%", left) : label;
    if (left > 0) setTimeout(tick, 250);
  };
  tick();
}
