/**
 * Popovers and `inert` for browsers that have none; web/ui/base.css hides and places them. Loaded
 * with stand-ins.ts.
 */

if (!('popover' in HTMLElement.prototype)) addPopovers()
if (!('inert' in HTMLElement.prototype)) addInert()

function addPopovers() {
  const toggle = (menu: HTMLElement, force = menu.dataset.open === undefined) => {
    if (force === (menu.dataset.open !== undefined)) return
    if (force) menu.dataset.open = ''
    else delete menu.dataset.open
    findButton(menu)?.setAttribute('aria-expanded', String(force))
    const newState = force ? 'open' : 'closed'
    menu.dispatchEvent(Object.assign(new Event('toggle'), { newState }))
  }
  HTMLElement.prototype.togglePopover = function (force) {
    toggle(this, force as boolean | undefined)
    return this.dataset.open !== undefined
  }
  const closeAll = (isKept: (menu: HTMLElement) => boolean) => {
    for (const menu of document.querySelectorAll<HTMLElement>('[popover][data-open]'))
      if (!isKept(menu)) toggle(menu, false)
  }
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('[popovertarget]')
    const menu = button && document.getElementById(`${button.getAttribute('popovertarget')}`)
    if (menu) toggle(menu)
  })
  document.addEventListener('pointerdown', ({ target }) => {
    closeAll(
      (menu) => menu.contains(target as Node) || !!findButton(menu)?.contains(target as Node),
    )
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    const open = document.querySelector<HTMLElement>('[popover][data-open]')
    closeAll(() => false)
    if (open) findButton(open)?.focus()
  })
}

function findButton({ id }: HTMLElement) {
  return document.querySelector<HTMLElement>(`[popovertarget="${id}"]`)
}

function addInert() {
  Object.defineProperty(HTMLElement.prototype, 'inert', {
    get(this: HTMLElement) {
      return this.hasAttribute('inert')
    },
    set(this: HTMLElement, isInert: boolean) {
      this.toggleAttribute('inert', isInert)
    },
  })
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.closest('[inert]')) target.blur()
  })
}
