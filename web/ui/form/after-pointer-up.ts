const beginnings = ['pointerdown', 'mousedown']
const endings = ['pointerup', 'mouseup', 'pointercancel', 'dragend', 'change']

/**
 * A list that opens takes the end of the press with it, and tells of a change instead. A text field
 * tells of one when it is left, which is when a press begins.
 */
function isEnd({ type, target }: Event): boolean {
  return type !== 'change' || (target as Partial<Element> | null)?.tagName === 'SELECT'
}

/**
 * Watches presses of the mouse, a finger or a pen. What appears while one lasts moves the page under
 * it, and the click is lost. @returns a function that runs work after the press and its click, or at
 * once if there is none
 */
export function watchPointer(page: EventTarget): (work: () => void) => void {
  const waiting = new Set<() => void>()
  let isPointerDown = false

  const finish = () => {
    isPointerDown = false
    for (const work of waiting) work()
    waiting.clear()
  }
  for (const name of beginnings) {
    page.addEventListener(
      name,
      () => {
        isPointerDown = true
      },
      true,
    )
  }
  // The click comes in the same task as the end of the press.
  for (const name of endings) {
    page.addEventListener(name, (event) => isEnd(event) && setTimeout(finish), true)
  }
  // Outside of the window the end of a press may go unseen.
  page.addEventListener('keydown', finish, true)
  return (work) => {
    if (isPointerDown) waiting.add(work)
    else work()
  }
}

/** On the page itself; built pages are drawn without one. */
export const runAfterPointerUp: (work: () => void) => void =
  typeof window === 'undefined' ? (work) => work() : watchPointer(window)
