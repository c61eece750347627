/** The address of a user's picture; `null` without one. */
export function avatarPath(pictureId: string): string;

export function avatarPath(pictureId: string | null): string | null;

export function avatarPath(pictureId: string | null): string | null {
  return pictureId === null ? null : `/avatar?picture=${pictureId}`;
}
