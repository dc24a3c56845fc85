import { setTimeout as sleep } from 'node:timers/promises'
import { stepTimeoutMs } from './browser-page.ts'

type Reply = { readonly value: unknown }
type ErrorValue = { readonly error: string; readonly message: string }

const startTimeoutMs = 60_000

/** A session of a WebDriver server: https://www.w3.org/TR/webdriver2/ */
export type WebDriverSession = {
  readonly capabilities: { readonly browserVersion: string }
  readonly call: (method: 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>
}

export async function createSession(url: string, capabilities: object): Promise<WebDriverSession> {
  await waitForServer(url)
  const body = { capabilities: { alwaysMatch: capabilities } }
  const created = await call('POST', `${url}/session`, body, startTimeoutMs)
  const session = created as { sessionId: string; capabilities: WebDriverSession['capabilities'] }
  return {
    capabilities: session.capabilities,
    call: (method, path, content) =>
      call(method, `${url}/session/${session.sessionId}${path}`, content),
  }
}

async function call(
  method: string,
  url: string,
  body: object = {},
  timeoutMs = stepTimeoutMs,
): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs)
  const reply = await fetch(url, { method, body: JSON.stringify(body), signal })
  const { value } = (await reply.json()) as Reply
  if (reply.ok) return value
  const { error, message } = value as ErrorValue
  throw new Error(`${error}: ${message}`)
}

async function waitForServer(url: string) {
  for (let tries = 0; tries < 300; tries++) {
    if (await fetch(`${url}/status`).catch(() => null)) return
    await sleep(100)
  }
  throw new Error(`Nothing answers at ${url}.`)
}

const keyCodes: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
}

/** Keys that are held one after the other and let go in the opposite order. */
export function toKeyActions(keys: readonly string[]) {
  const values = keys.map((key) => keyCodes[key] ?? key)
  return [
    ...values.map((value) => ({ type: 'keyDown', value })),
    ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
  ]
}
