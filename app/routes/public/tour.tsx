import { tourSteps } from "#app/routes/public/content/tour.ts";
import { m } from "#messages";
import { ScreenPicture } from "./pictures.tsx";

/** The product in one large picture and four steps. */
export function Tour() {
  return (
    <section id="tour" className="wrap">
      <h2>{m.public_tour_heading()}</h2>
      <p className="lead">{m.public_tour_lead()}</p>
      <ol className="steps" aria-label={m.public_tour_steps_label()}>
        {tourSteps.map(({ picture, title, text }) => (
          <li key={picture}>
            <h3>{title}</h3>
            <p>{text}</p>
            <ScreenPicture name={picture} alt="" />
          </li>
        ))}
      </ol>
      <div className="screen">
        <ScreenPicture name="inbox" alt={m.public_tour_inbox_alt()} />
      </div>
    </section>
  );
}
