import { isValidElement, type ReactNode } from 'react'
import { CodeBlock } from '../../kit/code-block.tsx'

type Slot = { readonly children?: ReactNode }

const components = {
  pre: ({ children }: Slot) => {
    const code = isValidElement<Slot>(children) ? children.props.children : children
    return <CodeBlock code={String(code ?? '')} />
  },
}

/** What Markdown's elements become in a post; MDX asks for it by this name. */
export function useMDXComponents() {
  return components
}
