const underWay = new Set<Promise<boolean>>()

/** A picture that is looked at or made smaller: a test that is sent meanwhile waits for it. */
export function trackPicture(job: Promise<boolean>) {
  underWay.add(job)
  void job.finally(() => underWay.delete(job))
}

/** False when one of them turned out to be none: its field says so. */
export async function arePicturesTaken(): Promise<boolean> {
  return (await Promise.all(underWay)).every((isTaken) => isTaken)
}
