import { isValidElement, type ReactNode } from 'react'
import { CodeBlock } from '../../ui/code-block.tsx'

type ElementProps = { readonly children?: ReactNode }

const components = {
  pre: ({ children }: ElementProps) => {
    const code = isValidElement<ElementProps>(children) ? children.props.children : children
    return <CodeBlock code={String(code ?? '')} />
  },
}

/** Components for Markdown's elements in a post; MDX imports it by this name. */
export function useMDXComponents() {
  return components
}
