import { Icon } from "./icon.tsx";

/** A user's picture, or the default icon. It is next to the name, so it needs no text. */
export function Avatar({ avatar, large = false }: { avatar: string | null; large?: boolean }) {
  const side = large ? 80 : 36;
  return (
    <span className={large ? "avatar avatar-large" : "avatar"}>
      {avatar ? (
        <img src={avatar} alt="" width={side} height={side} />
      ) : (
        <Icon name="user-round" size={side * 0.55} />
      )}
    </span>
  );
}
