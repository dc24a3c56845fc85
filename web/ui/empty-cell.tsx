/** The one sign for a value that is not there. It is read out as `meaning`. */
export function EmptyCell({ meaning = 'None' }: { readonly meaning?: string }) {
  return (
    <span>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">{meaning}</span>
    </span>
  )
}
