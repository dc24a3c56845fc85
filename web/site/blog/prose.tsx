import { isValidElement, type ReactNode } from 'react'
import { CodeBlock } from '../../kit/code-block.tsx'
import type { PostText } from './posts.ts'

type Slot = { readonly children?: ReactNode }

const components = {
  pre: ({ children }: Slot) => {
    const code = isValidElement<Slot>(children) ? children.props.children : children
    return <CodeBlock code={String(code ?? '')} />
  },
}

/** A post's Markdown with our code blocks. */
export function Prose({ text: Text }: { text: PostText }) {
  return <Text components={components} />
}
