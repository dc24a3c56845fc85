import { isValidElement, type ReactNode } from 'react'
import { createLazyModule } from '../../client/lazy-module.ts'
import { PrerenderedPart } from '../../client/prerendered-part.tsx'
import * as codeBlock from '../../ui/code-block.tsx'

type ElementProps = { readonly children?: ReactNode }

/** In the built page code has its colours already, so that what finds them is never loaded. */
const coloured = createLazyModule(async () => {
  if (import.meta.env.SSR) await codeBlock.preloadHighlighter()
  return codeBlock
})

const components = {
  pre: ({ children }: ElementProps) => {
    const code = isValidElement<ElementProps>(children) ? children.props.children : children
    return (
      <PrerenderedPart part={coloured}>
        {({ CodeBlock }) => <CodeBlock code={String(code ?? '')} />}
      </PrerenderedPart>
    )
  },
}

/** Components for Markdown's elements in a post; MDX imports it by this name. */
export function useMDXComponents() {
  return components
}
