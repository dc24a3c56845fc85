/** Loads a page of ours in place of this one, which asks nobody whether it may be left. */
export function leavePage(path: string) {
  stopAsking()
  window.location.replace(path)
}

/** The same address once more, with nothing of this page left in memory. */
export function reloadPage() {
  stopAsking()
  window.location.reload()
}

function stopAsking() {
  const leaveQuietly = (event: Event) => event.stopImmediatePropagation()
  window.addEventListener('beforeunload', leaveQuietly, { capture: true })
}
