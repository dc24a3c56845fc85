import { describe, expect, it } from 'vitest'
import {
  canSelectText,
  findHeldAction,
  findHeldKey,
  getOptionOfKey,
  heldActionNames,
  type KeyPress,
} from './held-keys.ts'

const strict = { mode: 'strict', hasAssistiveTools: false } as const
const observe = { mode: 'observe', hasAssistiveTools: false } as const

/** "Ctrl+Shift+j": as a Latin keyboard sends it, unless the press says otherwise. */
function press(combination: string, more: Partial<KeyPress> = {}): KeyPress {
  const parts = combination.split('+')
  const key = parts.pop() ?? ''
  return {
    key,
    code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key,
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Cmd'),
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
    ...more,
  }
}

const isHeld = (combination: string, more: Partial<KeyPress> = {}, rules = strict) =>
  findHeldKey(press(combination, more), rules) !== null

describe('the keys of the spec', () => {
  const spec = ['F12', 'F5', 'Ctrl+Shift+I', ...'usacvr'].map((key) =>
    key.length === 1 ? `Ctrl+${key}` : key,
  )

  it.each(spec)('%s is held in every mode', (combination) => {
    expect(isHeld(combination)).toBe(true)
    expect(findHeldKey(press(combination), observe)).not.toBeNull()
    expect(isHeld(combination.replace('Ctrl', 'Cmd'))).toBe(true)
  })

  it.each(['a', 'd', 'Enter', 'Tab', 'ArrowDown', 'Ctrl+i', 'F11', 'Ctrl++', 'Ctrl+-', 'Ctrl+0'])(
    '%s is left alone',
    (combination) => expect(isHeld(combination)).toBe(false),
  )

  it.each([
    ['Ctrl+C', 'Copying is switched off during the quiz.'],
    ['Ctrl+R', 'Reloading is switched off during the quiz.'],
    ['Ctrl+F5', 'Reloading is switched off during the quiz.'],
    ['Ctrl+Shift+I', 'Developer tools are switched off during the quiz.'],
    ['F12', 'Developer tools are switched off during the quiz.'],
    ['Ctrl+Shift+C', 'The inspector is switched off during the quiz.'],
    ['Ctrl+Shift+K', 'The web console is switched off during the quiz.'],
    ['Ctrl+Shift+J', 'The browser console is switched off during the quiz.'],
    ['Ctrl+Shift+E', 'The network monitor is switched off during the quiz.'],
    ['Ctrl+Shift+M', 'Responsive design mode is switched off during the quiz.'],
    ['Cmd+Alt+M', 'Responsive design mode is switched off during the quiz.'],
    ['Ctrl+E', 'The address bar is switched off during the quiz.'],
    ['Ctrl+J', 'The list of downloads is switched off during the quiz.'],
    ['Ctrl+U', 'The page source is switched off during the quiz.'],
  ])('%s shows a message', (combination, sentence) => {
    expect(findHeldKey(press(combination), strict)).toBe(sentence)
  })
})

describe('keys that would cost an attempt', () => {
  const keys = [
    ...['Ctrl+f', 'F3', 'Ctrl+p', 'Ctrl+l', 'Ctrl+d', 'Ctrl+g', 'Ctrl+h', 'Ctrl+j', 'Ctrl+k'],
    ...['Ctrl+o', 'Ctrl+e', 'F1', 'F6', 'F7', 'F10', 'Shift+Escape', 'Alt+d', 'Alt+f'],
    ...[
      'Ctrl+Insert',
      ...['Ctrl+Shift+J', 'Ctrl+Shift+K', 'Ctrl+Shift+E', 'Ctrl+Shift+M'],
      'Shift+F10',
      'Ctrl+x',
      'Shift+Insert',
      'Shift+Delete',
    ],
    ...['Alt+Shift+T', 'Alt+Shift+B', 'Ctrl+Shift+Delete', 'Alt+Shift+d'],
    ...['BrowserSearch', 'BrowserHome', 'BrowserFavorites', 'BrowserRefresh', 'LaunchWebBrowser'],
  ]

  it.each(keys)('%s is held in strict and warn, with a message, and not in observe', (name) => {
    const sentence = /^[A-Z].* switched off during the quiz\.$/
    expect(findHeldKey(press(name), strict)).toMatch(sentence)
    expect(findHeldKey(press(name), { ...strict, mode: 'warn' })).toMatch(sentence)
    expect(findHeldKey(press(name), observe)).toBeNull()
  })

  it.each([
    { layout: 'Hindi', combination: 'Ctrl+ि', code: 'KeyF' },
    { layout: 'Arabic', combination: 'Ctrl+ؤ', code: 'KeyC' },
    { layout: 'Arabic, a ligature', combination: 'Ctrl+لا', code: 'KeyB' },
    { layout: 'Cyrillic', combination: 'Ctrl+з', code: 'KeyP' },
    { layout: 'Cyrillic, with Shift', combination: 'Ctrl+Shift+О', code: 'KeyJ' },
    { layout: 'Cyrillic, with Alt', combination: 'Alt+в', code: 'KeyD' },
    { layout: 'Dvorak, where the key counts', combination: 'Ctrl+f', code: 'KeyY' },
    { layout: 'Mac, developer tools', combination: 'Cmd+Alt+ˆ', code: 'KeyI' },
  ])('are held on another keyboard layout: $layout', ({ combination, code }) => {
    expect(isHeld(combination, { code })).toBe(true)
  })

  it('leave AltGr alone, which types a character', () => {
    expect(isHeld('Ctrl+Alt+€', { code: 'KeyE' })).toBe(false)
  })

  it('of screen readers are free for a student with assistive tools, and only these', () => {
    const assistive = { ...strict, hasAssistiveTools: true }
    const free = keys.filter((name) => findHeldKey(press(name), assistive) === null)
    expect(free).toEqual(['F6', 'F7', 'Alt+Shift+T', 'Alt+Shift+B'])
  })
})

it('copy, cut, paste and drag are held except in observe', () => {
  for (const action of heldActionNames) {
    expect(findHeldAction(action, strict)).toMatch(/ing is switched off during the quiz\.$/)
    expect(findHeldAction(action, observe)).toBeNull()
  }
})

it('text can be selected in observe, and with assistive tools', () => {
  expect([strict, observe, { ...strict, hasAssistiveTools: true }].map(canSelectText)).toEqual([
    false,
    true,
    true,
  ])
})

describe('the letters of options', () => {
  it.each([
    { name: 'a', more: {}, option: 0 },
    { name: 'H', more: {}, option: 7 },
    { name: 'Shift+D', more: {}, option: 3 },
    { name: 'i', more: {}, option: -1 },
    { name: 'Enter', more: {}, option: -1 },
    { name: 'Ctrl+a', more: {}, option: -1 },
    { name: 'Alt+a', more: {}, option: -1 },
    { name: 'ф', more: { code: 'KeyA' }, option: 0 },
    { name: 'म', more: { code: 'KeyC' }, option: 2 },
    { name: 'لا', more: { code: 'KeyB' }, option: 1 },
    { name: 'Process', more: { code: 'KeyD' }, option: 3 },
    // On AZERTY and Dvorak the printed letter counts, not its place.
    { name: 'q', more: { code: 'KeyA' }, option: -1 },
    { name: '.', more: { code: 'KeyE' }, option: -1 },
  ])('$name $more.code', ({ name, more, option }) => {
    expect(getOptionOfKey(press(name, more))).toBe(option)
  })
})
