import { type ComponentType, useEffect, useState } from 'react'
import type { ImageEditorProps } from '../../../kit/form/image-field.tsx'
import { type ImageSide, imageLabels } from '../parts.ts'
import type MaskTool from './mask-tool.tsx'

type Tool = ComponentType<React.ComponentProps<typeof MaskTool>>

/** The tool is fetched when the first picture is chosen; nobody else pays for it. */
export function MaskEditor({ side, ...props }: ImageEditorProps & { readonly side: ImageSide }) {
  const [tool, setTool] = useState<{ readonly Tool: Tool } | null>(null)
  const { onFail } = props

  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once, whoever is told
  useEffect(() => {
    import('./mask-tool.tsx').then(
      (module) => setTool({ Tool: module.default }),
      () => onFail(unfetched),
    )
  }, [])

  if (!tool) return <span role="status">Opening…</span>
  const { Tool } = tool
  const face = side === 'aadharFront' ? 'front' : 'back'
  return <Tool {...props} label={imageLabels[side]} side={face} />
}

const unfetched =
  'The tool that covers the numbers could not be loaded. Check your connection, reload the page if it helps, then choose the picture again. Nothing you typed is lost.'
