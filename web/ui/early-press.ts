/** Milliseconds. The second tap of a double tap comes sooner. */
const tooSoonMs = 500
/** CSS pixels between two taps of one finger on one place, and between the points looked at. */
const reach = 24
const spacing = 8

type Point = { readonly x: number; readonly y: number }
type Rect = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The controls around a press when it began, each with its place. */
export type Press = Point & {
  readonly atMs: number
  readonly scrollY: number
  readonly controls: ReadonlyMap<object, Rect>
}

/** True where the control was not yet under the finger when the press before it began. */
export function isTooEarly(
  control: object | null,
  { x, y, atMs, scrollY }: Omit<Press, 'controls'>,
  previous: Press | null,
): boolean {
  if (!control || !previous || atMs - previous.atMs >= tooSoonMs) return false
  // A person who scrolls looks for another control.
  if (scrollY !== previous.scrollY) return false
  if (Math.abs(x - previous.x) > reach || Math.abs(y - previous.y) > reach) return false
  const rect = previous.controls.get(control)
  return !rect || x < rect.left || x > rect.right || y < rect.top || y > rect.bottom
}

const controlSelector =
  'a[href], button, input, select, textarea, summary, label, [role="button"], [role="option"], [role^="menuitem"]'

function findControl(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(controlSelector) : null
}

function findControlsAround({ x, y }: Point): Map<Element, Rect> {
  const controls = new Map<Element, Rect>()
  for (let dx = -reach; dx <= reach; dx += spacing) {
    for (let dy = -reach; dy <= reach; dy += spacing) {
      const control = findControl(document.elementFromPoint(x + dx, y + dy))
      if (control && !controls.has(control)) controls.set(control, control.getBoundingClientRect())
    }
  }
  return controls
}

/** Keys are never ignored: their clicks have no `detail`. */
function watchPresses() {
  let previous: Press | null = null
  let isIgnored = false
  let isMouse = false

  const handlePress = (event: PointerEvent) => {
    if (!event.isPrimary) return
    const { scrollY } = window
    const press = { x: event.clientX, y: event.clientY, atMs: event.timeStamp, scrollY }
    isIgnored = isTooEarly(findControl(event.target), press, previous)
    previous = { ...press, controls: findControlsAround(press) }
    isMouse = event.pointerType === 'mouse'
    if (isIgnored && !isMouse) event.stopPropagation()
  }
  // Only a double click: who presses a mouse twice otherwise means both.
  const handleMouse = (event: MouseEvent) => {
    if (isMouse && event.detail < 2) isIgnored = false
    handleConsequence(event)
  }
  const handleConsequence = (event: MouseEvent) => {
    if (!isIgnored || event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
    if (event.type === 'click') isIgnored = false
  }
  document.addEventListener('pointerdown', handlePress, true)
  // A list opens as soon as the button of the mouse is down.
  document.addEventListener('mousedown', handleMouse, true)
  document.addEventListener('click', handleConsequence, true)
}

// Once for all pages, from the first one that has a form or a dialog; built pages have no document.
if (typeof document !== 'undefined') watchPresses()
