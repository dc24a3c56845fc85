/** What the student area does with the answers that wait on this device. */
type OfflineAnswers = {
  /** Sends those of the account that is logged in, as far as the server can be reached. */
  readonly recoverAnswers: () => Promise<void>
  readonly deleteExpiredAnswers: () => Promise<void>
}

type Loader = () => Promise<OfflineAnswers>

let load: Loader = () => Promise.reject()

/** The app registers the loader, so that the client imports no area and a visitor loads no code. */
export function registerOfflineAnswers(loader: Loader) {
  load = loader
}

/** Offline the code may not be here: then it rejects. */
export function loadOfflineAnswers(): Promise<OfflineAnswers> {
  return load()
}
