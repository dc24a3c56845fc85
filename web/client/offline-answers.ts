/** What the student area does with the answers that wait on this device. */
type OfflineAnswers = {
  /** Sends those of the account that is logged in, as far as the server can be reached. */
  readonly recoverAnswers: () => Promise<void>
  readonly deleteExpiredAnswers: () => Promise<void>
}

/** Offline the code may not be here: then it rejects. */
type Loader = () => Promise<OfflineAnswers>

let load: Loader | undefined

/** The app registers the loader, so that the client imports no area and a visitor loads no code. */
export function registerOfflineAnswers(loader: Loader) {
  load = loader
}

export async function loadOfflineAnswers(): Promise<OfflineAnswers> {
  if (!load) throw new Error('registerOfflineAnswers has not been called')
  return load()
}
