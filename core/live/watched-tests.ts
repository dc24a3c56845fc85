/** Most tests of one stream; pages of further ones ask by themselves. */
export const maxStreamedTests = 20

/** A page says every few seconds that it is in view; one that was killed cannot say that it is gone. */
export const maxWatcherSilenceMs = 20_000

/** A page in view that shows the live table of a test, and when it last said so. */
export type Watcher = { readonly testId: string; readonly lastContactAt: number }

/** Those that are still there. */
export function dropSilentWatchers<Page>(
  watchers: ReadonlyMap<Page, Watcher>,
  at: number,
): ReadonlyMap<Page, Watcher> {
  return new Map(
    [...watchers].filter(([, { lastContactAt }]) => at - lastContactAt <= maxWatcherSilenceMs),
  )
}

/** Each test once, those watched longest first, so that one more displaces none. */
export function listWatchedTests(watchers: ReadonlyMap<unknown, Watcher>): readonly string[] {
  const tests = new Set([...watchers.values()].map(({ testId }) => testId))
  return [...tests].slice(0, maxStreamedTests)
}
