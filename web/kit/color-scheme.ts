// The key and the attribute are Mantine's, whose script sets the attribute before the first paint.
const key = 'mantine-color-scheme-value'

function show(scheme: 'light' | 'dark') {
  document.documentElement.dataset.mantineColorScheme = scheme
}

export function turnColorScheme() {
  const chosen = document.documentElement.dataset.mantineColorScheme === 'dark' ? 'light' : 'dark'
  show(chosen)
  try {
    localStorage.setItem(key, chosen)
    // A storage event reaches other tabs only; Mantine on this page must hear of it too.
    const news = { key, newValue: chosen, storageArea: localStorage }
    window.dispatchEvent(new StorageEvent('storage', news))
  } catch {
    // Storage is switched off: the choice holds until the page is left.
  }
}

/** Follows the system while the reader has chosen nothing, and the choice made in another tab. */
export function followColorScheme() {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const onSystem = () => {
    if (!storedChoice()) show(system.matches ? 'dark' : 'light')
  }
  const onStorage = (event: StorageEvent) => {
    const chosen = event.key === key && event.newValue
    if (chosen === 'light' || chosen === 'dark') show(chosen)
  }
  system.addEventListener('change', onSystem)
  window.addEventListener('storage', onStorage)
  return () => {
    system.removeEventListener('change', onSystem)
    window.removeEventListener('storage', onStorage)
  }
}

function storedChoice() {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
