import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { imageTypes, validatePhoto } from '../../../ui/form/image-file.ts'
import { useObjectUrl } from '../../../ui/form/use-object-url.ts'
import type { Picture } from './draft.ts'
import { trackPicture } from './pictures-under-way.ts'

/** The longest side that the server keeps of a question's picture. */
const longestSide = 2000

export type Shrinking = { readonly share: number; readonly cancel: () => void }

/** A picture of a question or an option: picked, looked at before it is kept, taken away. */
export function usePicture({ fileUrl, file }: Picture, onChange: (picture: Picture) => void) {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const [shrinking, setShrinking] = useState<Shrinking | null>(null)
  const running = useRef<AbortController | null>(null)
  const picked = useObjectUrl(file)
  useEffect(() => () => running.current?.abort(), [])

  const shrink = async (chosen: File) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const cancel = () => controller.abort()
    try {
      const { shrinkImage: shrinkPicture } = await import('../../../ui/images/shrink-image.ts')
      const file = await shrinkPicture(chosen, {
        longestSide,
        signal: controller.signal,
        onProgress: (share) => setShrinking({ share, cancel }),
      })
      return { file, isRefused: false }
    } catch {
      const isRefused = !controller.signal.aborted
      if (isRefused) setFault(unopened)
      return { file: null, isRefused }
    } finally {
      if (running.current === controller) setShrinking(null)
    }
  }
  const handlePick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? []
    // So that the same file can be picked once more.
    target.value = ''
    if (chosen) trackPicture(take(chosen))
  }
  const take = async (chosen: File): Promise<boolean> => {
    const says = await validatePhoto(chosen)
    setFault(says)
    if (says) return false
    const { file: sent, isRefused } = await shrink(chosen)
    if (sent) onChange({ fileUrl: null, file: sent })
    return !isRefused
  }
  const remove = () => {
    setFault(undefined)
    onChange({ fileUrl: null, file: null })
  }
  return {
    preview: file ? picked : fileUrl,
    fault,
    shrinking,
    remove,
    choose: () => input.current?.click(),
    inputProps: {
      ref: input,
      type: 'file',
      hidden: true,
      accept: imageTypes,
      onChange: handlePick,
    } as const,
  }
}

const unopened =
  'This picture cannot be opened here. It may be damaged, or too large for this device. Choose another one.'
