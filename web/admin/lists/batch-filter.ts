import type { ListFilter } from './list-description.ts'

type NamedBatch = { readonly _id: string; readonly name: string }

/**
 * The select of batches; none in an institute without any. Until they are loaded, the one that the
 * address names is in it, so that a list is not loaded twice.
 */
export function toBatchFilters(
  batches: readonly NamedBatch[] | undefined,
  chosen: string,
): readonly ListFilter[] {
  if (batches === undefined && chosen === '') return []
  if (batches?.length === 0) return []
  const known = batches?.map(({ _id: value, name }) => ({ value, name }))
  return [
    {
      name: 'batch',
      label: 'Batch',
      options: [
        { value: '', name: 'All batches' },
        ...(known ?? [{ value: chosen, name: 'One batch' }]),
      ],
    },
  ]
}
