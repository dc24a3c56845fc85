/**
 * Everything that this site writes to a browser's storage, by name and by owner. No other file uses
 * these stores, so logging out can clear by name what belongs to an account.
 * - `account`: cleared at logout, and when another account logs in
 * - `visitor`: typed before there is an account; kept as long as the tab
 * - `device`: a display setting or a marker, which says nothing about a person
 */
export const storedItems = {
  'test-draft': { area: 'sessionStorage', owner: 'account' },
  /** A table of students that is being imported. */
  'student-import': { area: 'sessionStorage', owner: 'account' },
  /** The rest of a student's registration, as typed so far. */
  'registration-rest': { area: 'sessionStorage', owner: 'account' },
  account: { area: 'localStorage', owner: 'account' },
  /** The questions of an attempt that were put last, by the attempt's id; removed at its end. */
  'postponed-questions': { area: 'localStorage', owner: 'account' },
  /** When the newest attempt ended that the panel has shown, and the rules it has shown whole. */
  'panel-seen': { area: 'localStorage', owner: 'account' },
  'rules-seen': { area: 'localStorage', owner: 'account' },
  'registration-draft': { area: 'sessionStorage', owner: 'visitor' },
  'registered-email': { area: 'sessionStorage', owner: 'visitor' },
  'last-logout': { area: 'localStorage', owner: 'device' },
  'seen-logout': { area: 'sessionStorage', owner: 'device' },
  'owed-logout': { area: 'localStorage', owner: 'device' },
  /** Marks that the panel has reloaded itself to load a new question kind. */
  'panel-reload': { area: 'sessionStorage', owner: 'device' },
  'letter-keys': { area: 'localStorage', owner: 'device' },
  /** An author's choices for the columns of tables; no words of theirs. */
  'import-columns': { area: 'localStorage', owner: 'device' },
  'student-columns': { area: 'localStorage', owner: 'device' },
  /** Which of our courses a table means by a word, by the word's fingerprint. */
  'student-courses': { area: 'localStorage', owner: 'device' },
  'color-scheme': { area: 'localStorage', owner: 'device' },
  'struck-options': { area: 'localStorage', owner: 'account' },
  'text-size': { area: 'localStorage', owner: 'device' },
  contrast: { area: 'localStorage', owner: 'device' },
  /** Written by React Router: each page's scroll position, under random keys. */
  'react-router-scroll-positions': { area: 'sessionStorage', owner: 'device' },
} as const satisfies Record<string, StoredItem>

type StoredItem = {
  readonly area: 'sessionStorage' | 'localStorage'
  readonly owner: 'account' | 'visitor' | 'device'
}

export type StoredName = keyof typeof storedItems
const storedNames = Object.keys(storedItems) as StoredName[]

/**
 * Runs in the head of every page, before the first paint; its hash is in the page's policy. Where a
 * browser refuses sessionStorage, a frozen object that keeps nothing takes its place, without which
 * the script that React Router adds to the page throws.
 */
export const headScript = `{try{sessionStorage}catch{Object.defineProperty(window,'sessionStorage',{value:Object.freeze({getItem:()=>null,setItem(){},removeItem(){}})})}let s;try{s=localStorage.getItem('${'color-scheme' satisfies StoredName}')}catch{}document.documentElement.dataset.colorScheme=s=='light'||s=='dark'?s:matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light'}`

/** Nothing of an account is written between its logout and the next login. */
let isAccountStorageClosed = false

export function openAccountStorage() {
  isAccountStorageClosed = false
}

/** Fails where storage is full or not available. @returns whether the text was stored */
export function writeStored(name: StoredName, text: string, part?: string): boolean {
  if (isAccountStorageClosed && storedItems[name].owner === 'account') return false
  try {
    areaOf(name).setItem(keyOf(name, part), text)
    return true
  } catch {
    return false
  }
}

export function readStored(name: StoredName, part?: string): string | null {
  try {
    return areaOf(name).getItem(keyOf(name, part))
  } catch {
    return null
  }
}

export function removeStored(name: StoredName, part?: string) {
  try {
    areaOf(name).removeItem(keyOf(name, part))
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Whether anything is stored under this name, whatever its part. */
export function hasStored(name: StoredName): boolean {
  return keysOf(name).length > 0
}

/** Removes what belongs to an account, and refuses to store more of it until the next login. */
export function clearAccountStorage() {
  clearTabStorage()
  removeAccountItems('localStorage')
}

/** Does the same for this tab's own storage. */
export function clearTabStorage() {
  isAccountStorageClosed = true
  removeAccountItems('sessionStorage')
}

function removeAccountItems(area: StoredItem['area']) {
  const names = storedNames.filter(
    (name) => storedItems[name].owner === 'account' && storedItems[name].area === area,
  )
  for (const key of names.flatMap(keysOf)) window[area].removeItem(key)
}

/** A storage event reaches other tabs only; this notifies listeners in this page. */
export function announceStored(name: StoredName, text: string) {
  const eventInit = { key: name, newValue: text, storageArea: areaOf(name) }
  window.dispatchEvent(new StorageEvent('storage', eventInit))
}

/** Calls back when another tab writes under this name. */
export function onStoredChange(
  name: StoredName,
  listener: (text: string | null) => void,
): () => void {
  const handleStorage = ({ key, newValue }: StorageEvent) => {
    if (key === name) listener(newValue)
  }
  window.addEventListener('storage', handleStorage)
  return () => window.removeEventListener('storage', handleStorage)
}

function keysOf(name: StoredName): string[] {
  try {
    return Object.keys(areaOf(name)).filter((key) => key === name || key.startsWith(`${name}:`))
  } catch {
    return []
  }
}

function keyOf(name: StoredName, part?: string): string {
  return part === undefined ? name : `${name}:${part}`
}

/** @throws if the browser has none that keeps anything */
function areaOf(name: StoredName): Storage {
  const area = window[storedItems[name].area]
  if (Object.isFrozen(area)) throw new Error('This browser stores nothing for this site')
  return area
}
