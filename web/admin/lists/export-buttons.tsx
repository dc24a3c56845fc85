import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { Endpoint, ParamsOf } from '#contract/endpoint.ts'
import { download } from '../../client/download.ts'
import { useCan } from '../../client/permissions.tsx'
import { RefusalError, type RequestArgs } from '../../client/request.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { toListQuery } from './list-description.ts'
import type { ListModel } from './use-list.ts'

const formats = ['csv', 'xlsx'] as const
type Format = (typeof formats)[number]

type ExportButtonsProps<L extends Endpoint, E extends Endpoint> = {
  readonly list: ListModel<L>
  /** The call that answers the list as a file. */
  readonly endpoint: E
  readonly params?: ParamsOf<E>
}

/** Exports everything that the search and the filters find, not only the loaded rows. */
export function ExportButtons<L extends Endpoint, E extends Endpoint>({
  list,
  endpoint,
  params,
}: ExportButtonsProps<L, E>) {
  const canExport = useCan(endpoint)
  const save = useMutation({
    mutationFn: (format: Format) => {
      const args = [{ params, query: { ...toListQuery(list.state), format } }]
      return download(endpoint, ...(args as unknown as RequestArgs<E>))
    },
    onError: (error) => {
      // The admin closed the question for their password.
      const isCancelled =
        error instanceof RefusalError && error.code === 'reauthentication-required'
      if (!isCancelled) showToast(`The export failed. ${error.message}`, 'bad')
    },
  })
  if (!canExport) return null
  return formats.map((format) => (
    <Button
      key={format}
      size="row"
      busy={save.isPending && save.variables === format}
      icon={<IconDownload aria-hidden="true" />}
      onClick={() => save.mutate(format)}
    >
      {format.toUpperCase()}
      <span className="visually-hidden"> of these {list.description.things.many}</span>
    </Button>
  ))
}
