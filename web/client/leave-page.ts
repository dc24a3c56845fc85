/** Loads a page of ours in place of this one, which asks nobody whether it may be left. */
export function leavePage(path: string) {
  suppressUnloadPrompt()
  window.location.replace(path)
}

/** The same address once more, with nothing of this page left in memory. */
export function reloadPage() {
  suppressUnloadPrompt()
  window.location.reload()
}

function suppressUnloadPrompt() {
  const stopEvent = (event: Event) => event.stopImmediatePropagation()
  window.addEventListener('beforeunload', stopEvent, { capture: true })
}
