import type { Point } from './browser-page.ts'

export type ElementKind =
  | 'button'
  | 'link'
  | 'field'
  | 'choice'
  | 'file'
  | 'heading'
  | 'dialog'
  | 'timer'

/** A text is the whole name, whatever its blanks; a pattern may be a part of it. */
export type Name = string | RegExp

export type Query = {
  readonly kind: ElementKind
  readonly name: Name
  /** The name of the part of the page to look in: a dialog, a region, a row, a list item. */
  readonly within?: Name | undefined
}

export type Found = {
  readonly isEnabled: boolean
  readonly isChecked: boolean
  readonly value: string
  /** The point where a click reaches it; null if something covers it. */
  readonly point: Point | null
  readonly hasFocus: boolean
}

/** A query that can be sent into the page: functions and patterns cannot. */
export type SentQuery = {
  readonly selector: string
  readonly name: SentName
  readonly within: SentName | null
  readonly isHiddenToo: boolean
}
type SentName = { readonly source: string; readonly flags: string }

const selectors: Readonly<Record<ElementKind, string>> = {
  button: 'button, [role="button"], [role="tab"], [role="menuitem"], summary, input[type="submit"]',
  link: 'a[href]',
  field:
    'input:not([type="radio"], [type="checkbox"], [type="file"], [type="submit"]), textarea, select',
  choice:
    'input[type="radio"], input[type="checkbox"], [role="radio"], [role="checkbox"], [role="switch"]',
  file: 'input[type="file"]',
  heading: 'h1, h2, h3, h4, h5, h6, [role="heading"]',
  dialog: 'dialog[open], [role="dialog"], [role="alertdialog"]',
  timer: '[role="timer"]',
}

export function toSentQuery({ kind, name, within }: Query): SentQuery {
  return {
    selector: selectors[kind],
    name: toSentName(name),
    within: within === undefined ? null : toSentName(within),
    // A file field is hidden behind a button that opens the system's own dialog.
    isHiddenToo: kind === 'file',
  }
}

export function toSentName(name: Name): SentName {
  if (name instanceof RegExp) return { source: name.source, flags: name.flags }
  const escaped = name.trim().replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return { source: `^${escaped}$`, flags: '' }
}

/**
 * Runs in the page, also in one of 2022: finds what a person would call by this name, scrolls to it,
 * and says where to click it. Marks it with an attribute for the driver.
 */
export function findOnScreen(query: SentQuery): Found | null {
  const { selector, name, within, isHiddenToo } = query
  const toPattern = ({ source, flags }: SentName) => new RegExp(source, flags)
  const clean = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()

  /** The text that a screen reader reads: without what is hidden from it, with pictures' texts. */
  function readText(node: Node): string {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
    if (!(node instanceof Element)) return ''
    if (node.getAttribute('aria-hidden') === 'true' || node.matches('select, textarea, style'))
      return ''
    const alternative = node.getAttribute('alt') ?? node.getAttribute('aria-label')
    if (alternative !== null) return alternative
    const isBlock = !getComputedStyle(node).display.startsWith('inline')
    const text = Array.from(node.childNodes, readText).join('')
    return isBlock ? ` ${text} ` : text
  }
  function readName(element: Element): string {
    const labelledBy = element.getAttribute('aria-labelledby')
    if (labelledBy) {
      const labels = labelledBy.split(/\s+/).map((id) => document.getElementById(id))
      return clean(labels.map((label) => (label ? readText(label) : '')).join(' '))
    }
    const label = element.getAttribute('aria-label')
    if (label !== null) return clean(label)
    const { labels } = element as HTMLInputElement
    if (labels && labels.length > 0) return clean(Array.from(labels, readText).join(' '))
    return clean(readText(element))
  }
  function isVisible(element: Element): boolean {
    if (element.closest('[inert], [aria-hidden="true"]')) return false
    if (isHiddenToo) return true
    return element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible'
  }
  function findClickPoint(element: HTMLElement): Point | null {
    element.scrollIntoView({
      block: 'center',
      inline: 'nearest',
      behavior: 'instant' as ScrollBehavior,
    })
    const labels = Array.from((element as HTMLInputElement).labels ?? [])
    for (const target of [element, ...labels]) {
      for (const { left, top, width, height } of Array.from(target.getClientRects())) {
        const point = { x: left + Math.min(width / 2, 400), y: top + height / 2 }
        const hit = document.elementFromPoint(point.x, point.y)
        if (!hit || width < 2 || height < 2) continue
        const isReached = [element, ...labels].some((one) => one.contains(hit) || hit === one)
        const isOtherLink = hit.closest('a, button') && !element.closest('a, button')
        if (isReached && !isOtherLink) return point
      }
    }
    return null
  }

  const containers =
    'dialog, [role="dialog"], [role="alertdialog"], section, [role="region"], fieldset, form, tr, li, article, [role="group"], [role="row"]'
  const scope = within && toPattern(within)
  const parts = scope
    ? Array.from(document.querySelectorAll(containers)).filter(
        (part) => isVisible(part) && scope.test(readName(part)),
      )
    : [document.body]
  // The smallest part of that name.
  const part = parts.find((one) => !parts.some((other) => other !== one && one.contains(other)))
  if (!part) return null

  const pattern = toPattern(name)
  const found = Array.from(part.querySelectorAll<HTMLElement>(selector)).filter(
    (element) => isVisible(element) && pattern.test(readName(element)),
  )
  const [first] = found
  if (!first) return null
  const points = found.map((element) => ({ element, point: findClickPoint(element) }))
  const { element, point } = points.find((one) => one.point) ?? { element: first, point: null }
  document.querySelector('[data-found]')?.removeAttribute('data-found')
  element.setAttribute('data-found', '')
  const input = element as HTMLInputElement
  return {
    isEnabled: !element.matches(':disabled') && element.getAttribute('aria-disabled') !== 'true',
    isChecked: input.checked || element.getAttribute('aria-checked') === 'true',
    value: input.value ?? '',
    point,
    hasFocus: document.activeElement === element,
  }
}

/** In the page: all that is shown as text. */
export function readScreen(): string {
  return document.body.innerText.replace(/\s+/g, ' ').trim()
}
