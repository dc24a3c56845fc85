import { useEffect, useState } from 'react'

/** An address for a picked file, given back when another takes its place. */
export function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const createdUrl = URL.createObjectURL(file)
    setUrl(createdUrl)
    return () => URL.revokeObjectURL(createdUrl)
  }, [file])
  return file ? url : null
}
