/** For screen readers only. It stands there before it has words: what comes with them is not spoken. */
export function Spoken({ children }: { readonly children: string | false | undefined }) {
  return (
    <div aria-live="polite" aria-atomic="true" className="visually-hidden">
      {children && <p>{children}</p>}
    </div>
  )
}
