/**
 * Lists words that a screen reader would leave out or say twice, in a page as it stands; runs in
 * the browser. A real screen reader has failed at each of these rules.
 */
export function listUnannounced(): string[] {
  const regions = '[aria-live="polite"], [aria-live="assertive"], [role="alert"]'
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
  const hasOwnWords = ({ childNodes }: Element) =>
    [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  const isNamed = (element: Element) =>
    element.ariaLabel ??
    document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent?.trim()
  const rules: readonly (readonly [string, readonly HTMLElement[]])[] = [
    ['an alert without aria-live', all('[role="alert"]:not([aria-live])')],
    ['words directly in a region', all(regions).filter(hasOwnWords)],
    [
      'a role that is spoken without words',
      all('[role="status"]').filter((one) => one.ariaLive !== 'off' || !one.textContent?.trim()),
    ],
    ['a main part without a name', all('main').filter((one) => !isNamed(one))],
    ['a page that is clickable', all('body').filter(({ onclick }) => onclick !== null)],
    ['a clock whose label hides the figure', all('[role="timer"][aria-label]')],
    [
      'a title that tells the name again',
      all('[title][aria-label]:not([aria-description])').filter(
        ({ title, ariaLabel }) => title !== ariaLabel && title.includes(ariaLabel ?? ''),
      ),
    ],
  ]
  return rules.flatMap(([rule, found]) =>
    found.map((one) => `${rule}: ${one.outerHTML.slice(0, 200)}`),
  )
}
