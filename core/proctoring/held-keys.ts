import type { IntegrityMode } from '../exams/exam.ts'

/** As a browser tells it: `code` is the place on the keyboard, `key` what the layout makes of it. */
export type KeyPress = {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

type HeldKeys = {
  /** Ctrl is also Cmd; with a letter it holds with Shift, too. A key like F3 holds with any other. */
  readonly keys: readonly string[]
  /** "Copying is": the sentence shown goes on with "switched off". */
  readonly subject: string
  /** Named by the spec, and held in every mode. */
  readonly isInSpec?: true
  /** Needed by screen readers and those who browse with the keyboard. */
  readonly isAssistive?: true
}

/** Shortcuts a page can block, checked in order. */
const heldKeys: readonly HeldKeys[] = [
  { keys: ['F12', 'Ctrl+Shift+I'], subject: 'Developer tools are', isInSpec: true },
  { keys: ['Ctrl+Shift+C'], subject: 'The inspector is', isInSpec: true },
  // Named as in Firefox, which has a key for each.
  { keys: ['Ctrl+Shift+J'], subject: 'The browser console is' },
  { keys: ['Ctrl+Shift+K'], subject: 'The web console is' },
  { keys: ['Ctrl+Shift+E'], subject: 'The network monitor is' },
  { keys: ['Ctrl+Shift+M'], subject: 'Responsive design mode is' },
  { keys: ['F5', 'Ctrl+R'], subject: 'Reloading is', isInSpec: true },
  { keys: ['Ctrl+C'], subject: 'Copying is', isInSpec: true },
  { keys: ['Ctrl+V'], subject: 'Pasting is', isInSpec: true },
  { keys: ['Ctrl+A'], subject: 'Selecting everything is', isInSpec: true },
  { keys: ['Ctrl+S'], subject: 'Saving the page is', isInSpec: true },
  { keys: ['Ctrl+U'], subject: 'The page source is', isInSpec: true },
  { keys: ['Ctrl+Insert'], subject: 'Copying is' },
  { keys: ['Shift+Insert'], subject: 'Pasting is' },
  { keys: ['Ctrl+X', 'Shift+Delete'], subject: 'Cutting is' },
  { keys: ['Ctrl+F', 'Ctrl+G', 'F3', '/', "'"], subject: 'Searching the page is' },
  { keys: ['Ctrl+P'], subject: 'Printing is' },
  { keys: ['Ctrl+L', 'Alt+D', 'Ctrl+K', 'Ctrl+E'], subject: 'The address bar is' },
  { keys: ['Ctrl+D', 'Ctrl+B'], subject: 'Bookmarking is' },
  { keys: ['Ctrl+H'], subject: 'The history is' },
  { keys: ['Ctrl+J'], subject: 'The list of downloads is' },
  { keys: ['Ctrl+O'], subject: 'Opening a file is' },
  { keys: ['F1'], subject: 'The browser’s help is' },
  {
    keys: ['F6', 'Alt+Shift+T', 'Alt+Shift+B'],
    subject: 'Moving to the browser’s bars is',
    isAssistive: true,
  },
  { keys: ['F7'], subject: 'Caret browsing is', isAssistive: true },
  { keys: ['F10', 'Alt+F'], subject: 'The browser’s menu is' },
  { keys: ['Ctrl+Shift+Delete'], subject: 'Clearing browsing data is' },
  // Keys that some keyboards have, of which some open a page in place of this one.
  { keys: ['BrowserSearch', 'LaunchWebBrowser'], subject: 'Searching the web is' },
  { keys: ['BrowserHome'], subject: 'The browser’s home page is' },
  { keys: ['BrowserFavorites'], subject: 'Bookmarking is' },
  { keys: ['BrowserRefresh'], subject: 'Reloading is' },
  { keys: ['Shift+Escape'], subject: 'The browser’s task manager is' },
]

export type HoldingRules = {
  readonly mode: IntegrityMode
  /** Set for one student: F6, F7 and selecting text stay as the browser has them. */
  readonly hasAssistiveTools: boolean
}

/** Finds the message shown in place of the key's effect; null if the key is left alone. */
export function findHeldKey(press: KeyPress, rules: HoldingRules): string | null {
  const names = listNames(press)
  const held = heldKeys.find(({ keys }) => names.some((name) => keys.includes(name)))
  if (!held || (rules.mode === 'observe' && !held.isInSpec)) return null
  return held.isAssistive && rules.hasAssistiveTools ? null : formatHeld(held.subject)
}

/** By menus, by touch or with the mouse. */
const heldActions = {
  copy: 'Copying is',
  cut: 'Cutting is',
  paste: 'Pasting is',
  dragstart: 'Dragging is',
} as const
export type HeldAction = keyof typeof heldActions
export const heldActionNames = Object.keys(heldActions) as readonly HeldAction[]

export function findHeldAction(action: HeldAction, { mode }: HoldingRules): string | null {
  return mode === 'observe' ? null : formatHeld(heldActions[action])
}

export function canSelectText({ mode, hasAssistiveTools }: HoldingRules): boolean {
  return mode === 'observe' || hasAssistiveTools
}

const optionLetters = 'ABCDEFGH'

/**
 * The option that a letter chooses, 0 for A; -1 if it is none, or part of a shortcut. Where the
 * layout has no Latin letters the place on the keyboard counts.
 */
export function getOptionOfKey(press: KeyPress): number {
  if (press.ctrlKey || press.metaKey || press.altKey) return -1
  const { key } = press
  const isPrintedInLatin = key.length === 1 && key <= '~'
  const letter = isPrintedInLatin ? key.toUpperCase() : getCodeLetter(press)
  return letter === '' ? -1 : optionLetters.indexOf(letter)
}

/** The names that a press may have in the table, the most exact one first. */
function listNames(press: KeyPress): readonly string[] {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = press
  const name = getName(press)
  if (/^F\d+$/.test(key)) return [key]
  // On Windows AltGr is Ctrl and Alt: it types a character.
  if (ctrlKey && altKey) return []
  if (ctrlKey || metaKey)
    return shiftKey || altKey ? [`Ctrl+Shift+${name}`, `Ctrl+${name}`] : [`Ctrl+${name}`]
  if (altKey) return shiftKey ? [`Alt+Shift+${name}`, `Alt+${name}`] : [`Alt+${name}`]
  return shiftKey ? [`Shift+${name}`] : [name]
}

/** A letter of the Latin alphabet wherever there is one, also on a keyboard of another script. */
function getName(press: KeyPress): string {
  const { key, ctrlKey, metaKey, altKey } = press
  if (/^[a-z]$/i.test(key)) return key.toUpperCase()
  const isShortcut = ctrlKey || metaKey || altKey
  return (isShortcut && getCodeLetter(press)) || key
}

function getCodeLetter({ code }: KeyPress): string {
  return /^Key([A-Z])$/.exec(code)?.[1] ?? ''
}

function formatHeld(subject: string): string {
  return `${subject} switched off during the quiz.`
}
