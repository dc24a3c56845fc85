import type { ReactNode } from 'react'
import { createLazyModule } from '../../client/lazy-module.ts'
import { PrerenderedPart } from '../../client/prerendered-part.tsx'

const homeParts = createLazyModule(() => import('./home-parts.ts'))

export type HomePartProps = {
  readonly className?: string
  readonly children: (parts: typeof import('./home-parts.ts')) => ReactNode
}

/** A part of home without anything to press: where the built page has it, its code never loads. */
export function HomePart({ className, children }: HomePartProps) {
  return (
    <PrerenderedPart part={homeParts} className={className}>
      {children}
    </PrerenderedPart>
  )
}
