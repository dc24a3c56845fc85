/** What moves the page waits until the pointer is up: a button would slip from under it. */
export function runAfterPointerUp(callback: () => void) {
  if (!document.querySelector(':active')) return void setTimeout(callback)
  document.addEventListener('pointerup', () => setTimeout(callback), { once: true })
}
