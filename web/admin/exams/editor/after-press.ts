/** What moves the page waits until the pointer is up: a button would slip from under it. */
export function afterPress(then: () => void) {
  if (!document.querySelector(':active')) return void setTimeout(then)
  document.addEventListener('pointerup', () => setTimeout(then), { once: true })
}
