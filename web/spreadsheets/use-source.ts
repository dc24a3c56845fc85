import { useMemo, useState } from 'react'
import { maxFileBytes, type Source, toSource } from './source.ts'

/** The input of an import: a file, or else the text that is pasted. */
export function useSource(tooLargeMessage: string) {
  const [file, setFile] = useState<{ name: string; source: Source } | null>(null)
  const [fileError, setFileError] = useState('')
  const [text, setText] = useState('')
  const isTextTooLarge = text.length > maxFileBytes
  const pasted = useMemo<Source | null>(
    () => (text.trim() && !isTextTooLarge ? { kind: 'text', text } : null),
    [text, isTextTooLarge],
  )
  return {
    file,
    fileError,
    text,
    textError: isTextTooLarge ? tooLargeMessage : undefined,
    setText,
    source: file?.source ?? pasted,
    async pick(picked: File | null) {
      setFileError('')
      setFile(null)
      if (!picked) return
      if (picked.size > maxFileBytes) return setFileError(tooLargeMessage)
      try {
        setFile({ name: picked.name, source: toSource(await picked.arrayBuffer()) })
      } catch {
        setFileError('This file cannot be read. Choose it again, or another one.')
      }
    },
  }
}
