import { href } from "react-router";

/** A product's picture, small; nothing where pages are to be light. */
export const ProductPicture = ({ pictureId, isLite }: { pictureId: string | null; isLite: boolean }) =>
  pictureId !== null && !isLite ? (
    <img
      src={`${href("/chat/media/:mediaId", { mediaId: pictureId })}?size=small`}
      alt=""
      loading="lazy"
      width={48}
      height={48}
      className="h-12 w-12 flex-none rounded-lg object-cover"
    />
  ) : null;
