const pendingPictures = new Set<Promise<boolean>>()

/** A picture that is looked at or made smaller: a test that is sent meanwhile waits for it. */
export function trackPicture(picture: Promise<boolean>) {
  pendingPictures.add(picture)
  void picture.finally(() => pendingPictures.delete(picture))
}

/** False when one of them turned out to be none: its field says so. */
export async function waitForPictures(): Promise<boolean> {
  return (await Promise.all(pendingPictures)).every((isAccepted) => isAccepted)
}
