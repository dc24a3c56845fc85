import type { IntegrityMode } from '#core/exams/exam.ts'
import { serveSlowFile } from './downloaded-file.ts'
import type { Hands } from './student-hands.ts'

/** The outcome for the attempt: the reason of its end, a violation counted, or neither. */
export type Outcome = 'open' | 'warned' | `ended: ${string}`
export type Act = {
  readonly name: string
  readonly do: (hands: Hands) => Promise<unknown>
  readonly expected: Readonly<Record<IntegrityMode, Outcome>>
  readonly isTrigger: boolean
}
type Doing = Act['do']

/** Nothing of it ends a quiz or warns; `observe` records what the browser itself does with a key. */
const forgive = (name: string, act: Doing): Act => {
  const expected = { strict: 'open', warn: 'open', observe: 'open' } as const
  return { name, do: act, expected, isTrigger: false }
}
/** One of the spec's triggers. */
const trigger = (name: string, reason: string, act: Doing): Act => {
  const expected = { strict: `ended: ${reason}`, warn: 'warned', observe: 'open' } as const
  return { name, do: act, expected, isTrigger: true }
}
const leave = (name: string, act: Doing) => trigger(name, 'Auto submission', act)
const close = (name: string, act: Doing) => trigger(name, 'Page refreshed or closed', act)

const option = 'fieldset label'
const question = '#question-text'
const awayMs = 1_500

const heldKeys = [
  ...['F1', 'F3', 'F5', 'F6', 'F7', 'F10', 'F12', 'shift+Escape'],
  ...['ctrl+a', 'ctrl+c', 'ctrl+d', 'ctrl+e', 'ctrl+f', 'ctrl+g', 'ctrl+h', 'ctrl+j', 'ctrl+k'],
  ...['ctrl+l', 'ctrl+o', 'ctrl+p', 'ctrl+r', 'ctrl+s', 'ctrl+u', 'ctrl+v', 'ctrl+x'],
  ...['ctrl+Insert', 'shift+Insert', 'shift+Delete', 'alt+d', 'alt+f'],
  ...['ctrl+shift+i', 'ctrl+shift+j', 'ctrl+shift+c', 'ctrl+shift+r', 'ctrl+F5'],
  ...['alt+shift+t', 'alt+shift+b', 'ctrl+shift+m', 'ctrl+shift+Delete', 'ctrl+shift+a'],
  ...['ctrl+shift+o', 'ctrl+shift+b', 'ctrl+shift+d', 'ctrl+shift+p', 'ctrl+shift+s'],
  ...['XF86Search', 'XF86HomePage', 'XF86Favorites', 'XF86Refresh'],
]

const plainKeys = [
  'Escape',
  'Caps_Lock',
  'Print',
  'Alt_L',
  'Super_L',
  'Home',
  'Next',
  'space',
  'F8',
  ...['F2', 'F4', 'F9', 'Insert', 'End', 'Prior', 'BackSpace', 'Menu', 'Num_Lock', 'Pause'],
  ...['Left', 'Up', 'ctrl+z', 'ctrl+y', 'ctrl+i', 'ctrl+m', 'ctrl+1', 'ctrl+Tab', 'ctrl+Next'],
  ...['XF86AudioPlay', 'XF86AudioNext', 'XF86AudioMute', 'XF86AudioRaiseVolume'],
]

export const acts: readonly Act[] = [
  ...heldKeys.map((key) => forgive(`key ${key}`, ({ press }) => press(key))),
  ...plainKeys.map((key) => forgive(`key ${key}`, ({ press }) => press(key))),
  forgive('Ctrl+F on an Arabic keyboard', (hands) => typeOn(hands, 'ara', 'ctrl+f')),
  forgive('Ctrl+P on a Russian keyboard', (hands) => typeOn(hands, 'ru', 'ctrl+p')),
  forgive('a letter on a Hindi keyboard', (hands) => typeOn(hands, 'in', 'b')),
  forgive('Tab all the way round', ({ press }) => press(...Array(14).fill('Tab'))),
  forgive('Shift+Tab all the way round', ({ press }) => press(...Array(14).fill('shift+Tab'))),
  forgive('an answer by mouse', async ({ click, pause }) => {
    await click(option)
    await click('form button[type="submit"]')
    await pause(700)
  }),
  forgive('an answer by keyboard', async ({ press, pause }) => {
    await press('a', 'Return')
    await pause(700)
  }),
  forgive('a key held down for 2 s', ({ hold }) => hold('ctrl+c', 2_000)),
  forgive('a right click', ({ click }) => click(question, 3)),
  forgive('a click of the wheel', ({ click }) => click(question, 2)),
  forgive('a double click on the question', ({ click }) => click(question, 1, 2)),
  forgive('three clicks on the question', ({ click }) => click(question, 1, 3)),
  forgive('a question dragged over', ({ drag }) => drag(question, option)),
  forgive('the wheel, down and up', async ({ scroll }) => {
    await scroll(12)
    await scroll(-12)
  }),
  forgive('a mouse that leaves the window', async ({ moveTo, pointAt, pause }) => {
    await moveTo([1420, 700])
    await pause(awayMs)
    await pointAt(question)
  }),
  forgive('a zoom in and back', ({ press }) => press('ctrl+plus', 'ctrl+plus', 'ctrl+0')),
  forgive('a zoom out and back', ({ press }) => press('ctrl+minus', 'ctrl+minus', 'ctrl+0')),
  forgive('a zoom by the wheel', async ({ desktop, scroll, press }) => {
    await desktop.xdotool('keydown', 'ctrl')
    await scroll(2)
    await desktop.xdotool('keyup', 'ctrl')
    await press('ctrl+0')
  }),
  forgive('full screen and back', async ({ press, pause }) => {
    await press('F11')
    await pause(800)
    await press('F11')
    await pause(800)
  }),
  forgive('a window made smaller', async ({ onWindow, pause }) => {
    await onWindow('windowsize', 760, 620)
    await pause(800)
  }),
  forgive('a window made larger', ({ onWindow }) => onWindow('windowsize', 1190, 880)),
  forgive('a window moved', ({ onWindow }) => onWindow('windowmove', 60, 20)),
  forgive('a window resized in twenty steps', async ({ onWindow }) => {
    for (let step = 0; step < 20; step++) await onWindow('windowsize', 1180 - 20 * step, 840)
  }),
  forgive('a window snapped to half of the screen', async ({ onWindow, pause }) => {
    await onWindow('windowmove', 0, 0)
    await onWindow('windowsize', 720, 880)
    await pause(800)
  }),
  forgive('the side button forward', async ({ click, pause }) => {
    await click(question, 9)
    await pause(700)
  }),
  forgive('a middle click on an option', ({ click }) => click(option, 2)),
  forgive('a bubble of the zoom, left alone', async ({ press, pause }) => {
    await press('ctrl+plus')
    await pause(awayMs)
    await press('ctrl+0')
    await pause(awayMs)
  }),
  forgive('a download from another tab', async ({ quiz, click }) => {
    await serveSlowFile(async (url) => quiz.download?.(url))
    await click(question)
  }),
  forgive('a window raised again', ({ onWindow }) => onWindow('windowraise')),
  forgive('a glance at another program', ({ glance }) => glance()),
  forgive('three glances at another program', async ({ glance, pause }) => {
    for (let n = 0; n < 3; n++) {
      await glance()
      await pause(300)
    }
  }),
  forgive('a network that goes and comes', async ({ quiz, pause }) => {
    await quiz.setOffline?.(true)
    await pause(awayMs)
    await quiz.setOffline?.(false)
  }),
  forgive('an answer without a network', async ({ quiz, press, pause }) => {
    await quiz.setOffline?.(true)
    await press('a', 'Return')
    await pause(awayMs)
    await quiz.setOffline?.(false)
  }),

  {
    name: 'Back, and Escape',
    expected: { strict: 'open', warn: 'warned', observe: 'open' },
    // Only `strict` asks first; where a test warns, going back is a warning at once.
    isTrigger: true,
    do: async ({ press, pause }) => {
      await press('alt+Left')
      await pause(700)
      await press('Escape')
    },
  },
  {
    name: 'the side button back, and Escape',
    expected: { strict: 'open', warn: 'warned', observe: 'open' },
    isTrigger: true,
    do: async ({ click, press, pause }) => {
      await click(question, 8)
      await pause(700)
      await press('Escape')
    },
  },
  leave('a new tab', ({ press, pause }) => press('ctrl+t').then(() => pause(awayMs))),
  leave('a new window', ({ press, pause }) => press('ctrl+n').then(() => pause(awayMs + 800))),
  leave('another program for 1.5 s', ({ lookAway }) => lookAway(awayMs)),
  leave('a click into another program', async ({ clickOther, pause }) => {
    await clickOther()
    await pause(awayMs)
  }),
  leave('Alt+Tab', async ({ press, pause }) => {
    await press('alt+Tab')
    await pause(awayMs)
  }),
  leave('a window that is minimized', async ({ onWindow, pause }) => {
    await onWindow('windowminimize')
    await pause(awayMs)
  }),
  leave('the desktop shown', async ({ press, pause }) => {
    await press('super+d')
    await pause(awayMs)
  }),
  leave('the address bar, by mouse', async ({ clickBar, pause }) => {
    await clickBar(420)
    await pause(awayMs)
  }),
  close('Ctrl+W, and Leave', (hands) => confirmAfter(hands, () => hands.press('ctrl+w'))),
  close('Alt+F4, and Leave', (hands) => confirmAfter(hands, () => hands.press('alt+F4'))),
  close('the reload button, and Reload', (hands) =>
    confirmAfter(hands, () => hands.clickBar(hands.quiz.reloadButton)),
  ),
  trigger(
    'Back, and Leave and submit',
    'User pressed back button',
    async ({ press, pause, click }) => {
      await press('alt+Left')
      await pause(700)
      await click('[aria-modal="true"] button:last-of-type').catch(() => undefined)
    },
  ),
]

async function typeOn({ desktop, press }: Hands, layout: string, key: string) {
  await desktop.setKeyboard(`${layout},us`)
  try {
    await press(key)
  } finally {
    await desktop.setKeyboard('us')
  }
}

/** The browser asks in a dialog of its own: Enter presses its first button. */
async function confirmAfter({ press, pause }: Hands, act: () => Promise<unknown>) {
  await act()
  await pause(900)
  await press('Return')
}
