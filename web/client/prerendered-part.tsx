import { type ReactNode, use, useState, useSyncExternalStore } from 'react'
import { type LazyModule, useModule } from './lazy-module.ts'

type PrerenderedPartProps<Module> = {
  readonly part: LazyModule<Module>
  /** From then on the part is drawn by its code. */
  readonly isNeeded?: boolean
  readonly className?: string
  readonly children: (module: Module) => ReactNode
}

/**
 * A part that the built page has as HTML, which stays until its code is needed. A page that was
 * reached by a link within the site has no such HTML: it loads the code at once.
 */
export function PrerenderedPart<Module>(props: PrerenderedPartProps<Module>) {
  const { part, isNeeded = false, className, children } = props
  if (import.meta.env.SSR && !part.get().module) use(loadForPage(part))
  const [isBuilt] = useState(useIsHydrating())
  const { module } = useModule(part, isNeeded || !isBuilt)
  // React leaves the HTML of the page as it is if only a text would differ.
  return (
    <div suppressHydrationWarning className={className}>
      {module ? children(module) : ''}
    </div>
  )
}

/** A page without one of its parts must not be built. */
async function loadForPage<Module>(part: LazyModule<Module>) {
  await part.preload()
  if (!part.get().module) throw new Error('A part of the page could not be loaded')
}

function useIsHydrating() {
  return useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
}

const neverChanges = () => () => undefined
