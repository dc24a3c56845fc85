export function closeMenus() {
  for (const menu of document.querySelectorAll<HTMLElement>('[popover]')) menu.togglePopover(false)
}
