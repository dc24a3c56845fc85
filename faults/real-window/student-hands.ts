import { setTimeout as pause } from 'node:timers/promises'
import { maxPixelsLost } from '#core/proctoring/devtools-detection.ts'
import type { Desktop } from '../../e2e/browsers/desktop.ts'
import { listProcessTree } from './process-tree.ts'
import { type QuizWindow, waitFor } from './quiz-window.ts'

type Point = readonly [x: number, y: number]

const glanceMs = 100
/** From the page up to the middle of the bar above it, in px. */
const barMiddle = 22
/** The focus comes back a little later than xdotool asks for it. */
const maxGlanceMs = 350

/** Actions of a student at a desk, by real keys and a real mouse. */
export type Hands = ReturnType<typeof createHands>

export type Desk = {
  readonly desktop: Desktop
  readonly quiz: QuizWindow
  /** Another program's window beside the quiz. */
  readonly other: QuizWindow
}

export function createHands({ desktop, quiz, other }: Desk) {
  const { xdotool } = desktop
  const readPoint = (selector: string) =>
    quiz.evaluate<Point | undefined>(`(() => {
      const box = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect()
      const [left, top] = ${quiz.pageOrigin}
      return box && [left + box.x + Math.min(20, box.width / 2), top + box.y + box.height / 2]
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
    const [left = 0, top = 0, width = 0] = await quiz.evaluate<readonly number[]>(
      `[...${quiz.pageOrigin}, outerWidth]`,
    )
    await moveTo([offset < 0 ? left + width + offset : left + offset, top - barMiddle])
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
      // One program for all of it: on a busy machine, starting a second one takes too long. Without
      // `--sync` it would ask for both windows at once, in the end.
      const [away, back] = [
        ['windowactivate', '--sync', other.id],
        ['windowactivate', quiz.id],
      ]
      await xdotool(...away, 'sleep', glanceMs / 1_000, ...back)
      if (performance.now() - startedAt > maxGlanceMs) throw new Error('That was no glance')
    },
    clickOther: async () => {
      await moveTo([1420, 400])
      await xdotool('click', 1)
    },
    /** All of the browser's processes stand still, as when a lid is closed. */
    sleep: async (ms: number) => {
      const pids = await listProcessTree(Number(await xdotool('getwindowpid', quiz.id)))
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      await pause(ms)
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    },
    /** Until it has taken its room. */
    openSidePanel: async () => {
      const readRoom = () => quiz.evaluate<number>('innerWidth + innerHeight')
      const before = await readRoom()
      for (const step of quiz.sidePanel) {
        if (typeof step === 'number') await clickBar(step)
        else await xdotool('key', '--clearmodifiers', step)
        await pause(120)
      }
      await waitFor(async () => (await readRoom()) < before - maxPixelsLost)
    },
    onWindow: (command: string, ...args: readonly (string | number)[]) =>
      xdotool(command, quiz.id, ...args),
    returnToQuiz: () => xdotool('windowactivate', quiz.id),
  }
}
