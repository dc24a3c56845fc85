import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Endpoint, ParamsOf, RowOf } from '#contract/endpoint.ts'
import { formatCount } from '#contract/format.ts'
import { toClientEndpoint } from '../../client/client-endpoint.ts'
import {
  buildUrl,
  fetchWithReauthentication,
  RefusalError,
  type RequestArgs,
  throwNetworkError,
} from '../../client/request.ts'
import { useCan } from '../../client/use-can.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Status } from '../../ui/status.tsx'
import { showToast } from '../../ui/toast.tsx'
import css from './list-actions.module.css'
import { toListQuery } from './list-description.ts'
import type { ListModel } from './use-list.ts'

type BulkActionProps<E extends Endpoint> = {
  readonly list: ListModel<E>
  /** "Delete Selected"; the count follows. */
  readonly label: string
  readonly tone: 'primary' | 'danger'
  readonly icon?: ReactNode
  readonly isBusy?: boolean
  /** A question asked before anything is done. */
  readonly confirm?: {
    readonly question: string
    /** "Delete 3 students" */
    readonly action: string
    readonly consequence: ReactNode
  }
  readonly onRun: (rows: readonly RowOf<E>[]) => Promise<unknown>
}

/** How many rows are selected, and what can be done with them. */
export function BulkAction<E extends Endpoint>(props: BulkActionProps<E>) {
  const { list, label, tone, icon, isBusy, confirm, onRun } = props
  const { chosen, selection, description } = list
  const [isAsking, setAsking] = useState(false)
  const canRun = useCan(description.bulkEndpoint ?? 'staff')
  const count = chosen.length
  if (!canRun) return null
  return (
    <div className={css.bar}>
      <Status className={css.count}>
        {count > 0 ? `${formatCount(count)} selected` : 'None selected'}
      </Status>
      {count > 0 && (
        <Button size="row" tone="quiet" onClick={selection.clear}>
          Clear
        </Button>
      )}
      <span className={css.action}>
        <Button
          size="row"
          tone={tone}
          wide
          disabled={count === 0}
          busy={isBusy}
          icon={icon}
          onClick={() => (confirm ? setAsking(true) : onRun(chosen))}
        >
          {label} ({formatCount(count)})
        </Button>
        {confirm && (
          <ConfirmDialog
            opened={isAsking}
            question={confirm.question}
            names={chosen.map(list.nameRow)}
            action={confirm.action}
            onConfirm={() => onRun(chosen)}
            onClose={() => setAsking(false)}
          >
            {confirm.consequence}
          </ConfirmDialog>
        )}
      </span>
    </div>
  )
}

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
  ...call
}: ExportButtonsProps<L, E>) {
  const { things } = list.description
  return <ExportFiles {...call} query={toListQuery(list.state)} things={things.many} />
}

type ExportFilesProps<E extends Endpoint> = Omit<ExportButtonsProps<Endpoint, E>, 'list'> & {
  /** Without the format. */
  readonly query: object
  readonly things: string
}

/** The same for what is shown as something else than a list. */
export function ExportFiles<E extends Endpoint>(props: ExportFilesProps<E>) {
  const { endpoint, params, query, things } = props
  const canExport = useCan(endpoint)
  const save = useMutation({
    mutationFn: (format: Format) => {
      const args = [{ params, query: { ...query, format } }]
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
      <span className="visually-hidden"> of these {things}</span>
    </Button>
  ))
}

/** Fetches and saves a file; a plain link could not show the message of a refusal. */
async function download<E extends Endpoint>(endpoint: E, ...[args]: RequestArgs<E>) {
  const { params, query } = { params: undefined, query: undefined, ...args }
  const address = buildUrl(toClientEndpoint(endpoint).path, params, query)
  const response = await fetchWithReauthentication(() =>
    fetch(address, { credentials: 'same-origin' }),
  )
  const url = URL.createObjectURL(await response.blob().catch(throwNetworkError))
  const link = document.createElement('a')
  link.href = url
  link.download = parseFileName(response.headers.get('Content-Disposition') ?? '')
  link.click()
  // Revoked only when the browser has surely started to save; too early, nothing is saved.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function parseFileName(disposition: string) {
  const [, name = 'export'] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? []
  return decodeURIComponent(name)
}
