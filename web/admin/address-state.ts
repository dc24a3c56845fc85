import { useSearchParams } from 'react-router'

/** What a list is filtered and sorted by lives in the address: it survives a reload and a link. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const set = (changes: Readonly<Record<string, string>>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value) after.set(name, value)
          else after.delete(name)
        }
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  return { get: (name: string) => params.get(name) ?? '', set }
}
