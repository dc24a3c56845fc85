import { type ChangeEvent, useRef, useState } from 'react'
import { faultOfImage, imageTypes } from '../../../kit/form/image-file.ts'
import { useObjectUrl } from '../../../kit/form/object-url.ts'
import type { Picture } from './draft.ts'

/** A picture of a question or an option: picked, looked at before it is kept, taken away. */
export function usePicture({ fileUrl, file }: Picture, onChange: (picture: Picture) => void) {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const picked = useObjectUrl(file)

  const handlePick = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? []
    // So that the same file can be picked once more.
    target.value = ''
    if (!chosen) return
    const says = await faultOfImage(chosen)
    setFault(says)
    if (!says) onChange({ fileUrl: null, file: chosen })
  }
  const remove = () => {
    setFault(undefined)
    onChange({ fileUrl: null, file: null })
  }
  return {
    preview: file ? picked : fileUrl,
    fault,
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
