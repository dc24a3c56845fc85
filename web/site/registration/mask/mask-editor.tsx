import { type ComponentType, useEffect, useState } from 'react'
import type { ImageEditorProps } from '../../../ui/form/image-field.tsx'
import type MaskDialog from './mask-dialog.tsx'

type Tool = ComponentType<React.ComponentProps<typeof MaskDialog>>

type MaskEditorProps = ImageEditorProps & {
  readonly label: string
  readonly side: 'front' | 'back'
}

/** The tool is fetched when the first picture is chosen; nobody else pays for it. */
export function MaskEditor(props: MaskEditorProps) {
  const [loadedTool, setLoadedTool] = useState<{ readonly Tool: Tool } | null>(null)
  const { onFail } = props

  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once, whoever is told
  useEffect(() => {
    import('./mask-dialog.tsx').then(
      (module) => setLoadedTool({ Tool: module.default }),
      () => onFail(loadFailedMessage),
    )
  }, [])

  if (!loadedTool) return <span role="status">Opening…</span>
  const { Tool } = loadedTool
  return <Tool {...props} />
}

const loadFailedMessage =
  'The tool that covers the numbers could not be loaded. Check your connection, reload the page if it helps, then choose the picture again. Nothing you typed is lost.'
