import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { importAgain, scheduleRetry } from '../client/retry-import.ts'

/** Newer than all that the stand-ins add: who has it has the rest. */
if ('parse' in URL) hydrate()
else loadStandIns()

function hydrate() {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
}

/** Below the floor the page stays as it was sent, with the sentence of old-browser.tsx. */
async function loadStandIns(failures = 0) {
  if (!('findLast' in Array.prototype)) return
  try {
    await importAgain(() => import('../client/stand-ins.ts'), failures)
    await importAgain(() => import('../client/popover.ts'), failures)
  } catch {
    scheduleRetry(failures + 1, () => loadStandIns(failures + 1))
    return
  }
  hydrate()
}
