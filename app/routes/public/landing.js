const root = document.documentElement;
const onScroll = () => {
  root.classList.toggle("compact", scrollY > 10);
  root.classList.toggle("far", scrollY > 500);
};
addEventListener("scroll", onScroll, { passive: true });
onScroll();
for (const form of document.querySelectorAll(".chat form")) {
  form.onsubmit = (event) => {
    event.preventDefault();
    const field = form.elements.say;
    const text = field.value.trim();
    if (!text) return;
    const item = document.createElement("li");
    item.className = "sent";
    const time = document.createElement("time");
    time.textContent = new Date().toTimeString().slice(0, 5);
    item.append(`${text} `, time);
    const list = form.previousElementSibling;
    list.append(item);
    list.scrollTop = list.scrollHeight;
    field.value = "";
  };
}
const track = document.querySelector(".logos ul");
const button = document.querySelector(".logos button");
let paused = matchMedia("(prefers-reduced-motion: reduce)").matches;
const show = () => {
  button.textContent = paused ? button.dataset.play : button.dataset.pause;
};
track.style.scrollSnapType = "none";
button.hidden = false;
button.onclick = () => {
  paused = !paused;
  show();
};
show();
setInterval(() => {
  if (paused || track.matches(":hover, :focus-within")) return;
  const end = track.scrollLeft + track.clientWidth >= track.scrollWidth - 2;
  track.scrollTo({ left: end ? 0 : track.scrollLeft + track.clientWidth / 2, behavior: "smooth" });
}, 3000);
