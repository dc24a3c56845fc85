/** Loads another page of this site without the browser's "Leave page?" prompt. */
export function leavePage(path: string) {
  suppressUnloadPrompt()
  window.location.replace(path)
}

/** Reloads this page, so that nothing of it remains in memory. */
export function reloadPage() {
  suppressUnloadPrompt()
  window.location.reload()
}

function suppressUnloadPrompt() {
  const stopEvent = (event: Event) => event.stopImmediatePropagation()
  window.addEventListener('beforeunload', stopEvent, { capture: true })
}
