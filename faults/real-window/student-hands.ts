import type { Desktop } from '../../e2e/browsers/desktop.ts'
import { pause } from '../browser.ts'
import type { ChromiumWindow } from './chromium-window.ts'

type Point = readonly [x: number, y: number]

const glanceMs = 150
/** The focus comes back a little later than xdotool asks for it. */
const maxGlanceMs = 350

/** What a student can do at a desk, by real keys and a real mouse. */
export type Hands = ReturnType<typeof createHands>

export type Desk = {
  readonly desktop: Desktop
  readonly quiz: ChromiumWindow
  /** Another program's window beside the quiz. */
  readonly other: ChromiumWindow
}

const readFrame = `[screenX, screenY, outerWidth, outerHeight - innerHeight]`

export function createHands({ desktop, quiz, other }: Desk) {
  const { xdotool } = desktop
  const readPoint = (selector: string) =>
    quiz.evaluate<Point | undefined>(`(() => {
      const box = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect()
      const [left, top, , bars] = ${readFrame}
      return box && [left + box.x + Math.min(20, box.width / 2), top + bars + box.y + box.height / 2]
    })()`)

  const moveTo = ([x, y]: Point) => xdotool('mousemove', Math.round(x), Math.round(y))

  async function pointAt(selector: string) {
    const point = await readPoint(selector)
    if (!point) throw new Error(`Nothing to point at: ${selector}`)
    await moveTo(point)
  }

  async function click(selector: string, button = 1, times = 1) {
    await pointAt(selector)
    await xdotool('click', '--repeat', times, '--delay', 80, button)
  }

  /** On the browser's own bar, from its left edge or, below 0, from its right one. */
  async function clickBar(offset: number) {
    const [left = 0, top = 0, width = 0, bars = 0] =
      await quiz.evaluate<readonly number[]>(readFrame)
    await moveTo([offset < 0 ? left + width + offset : left + offset, top + bars - 22])
    await xdotool('click', 1)
  }

  return {
    desktop,
    quiz,
    pause,
    pointAt,
    click,
    clickBar,
    moveTo,
    press: async (...keys: readonly string[]) => {
      for (const key of keys) {
        await xdotool('key', '--clearmodifiers', key)
        await pause(60)
      }
    },
    hold: async (key: string, ms: number) => {
      await xdotool('keydown', key)
      await pause(ms)
      await xdotool('keyup', key)
    },
    drag: async (from: string, to: string) => {
      await pointAt(from)
      await xdotool('mousedown', 1)
      await pointAt(to)
      await pause(100)
      await xdotool('mouseup', 1)
    },
    scroll: async (notches: number) => {
      await xdotool('click', '--repeat', Math.abs(notches), '--delay', 20, notches > 0 ? 5 : 4)
    },
    /** Another program is in front for a while, and then the quiz again. */
    lookAway: async (ms: number) => {
      await xdotool('windowactivate', '--sync', other.id)
      await pause(ms)
      await xdotool('windowactivate', '--sync', quiz.id)
    },
    /** @throws where the machine was too busy for a glance; the act is then tried again */
    glance: async () => {
      const startedAt = performance.now()
      await xdotool('windowactivate', other.id)
      await pause(glanceMs)
      await xdotool('windowactivate', quiz.id)
      if (performance.now() - startedAt > maxGlanceMs) throw new Error('That was no glance')
    },
    clickOther: async () => {
      await moveTo([1420, 400])
      await xdotool('click', 1)
    },
    onWindow: (command: string, ...args: readonly (string | number)[]) =>
      xdotool(command, quiz.id, ...args),
    returnToQuiz: () => xdotool('windowactivate', quiz.id),
  }
}
