import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { RefusalError } from '../../client/request.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'

const formats = ['csv', 'xlsx'] as const
type Format = (typeof formats)[number]

type ExportButtonsProps = {
  /** What is exported, for whoever hears the button by itself. */
  readonly things: string
  readonly save: (format: Format) => Promise<void>
}

/** Everything that the search and the filter find, not only what was scrolled to. */
export function ExportButtons({ things, save }: ExportButtonsProps) {
  const saving = useMutation({
    mutationFn: save,
    onError: (error) => {
      // They were asked who they are, and thought better of it.
      const isCancelled =
        error instanceof RefusalError && error.code === 'reauthentication-required'
      if (!isCancelled) showToast(`The export failed. ${error.message}`, 'bad')
    },
  })
  return formats.map((format) => (
    <Button
      key={format}
      size="row"
      busy={saving.isPending && saving.variables === format}
      icon={<IconDownload aria-hidden="true" />}
      onClick={() => saving.mutate(format)}
    >
      {format.toUpperCase()}
      <span className="visually-hidden"> of these {things}</span>
    </Button>
  ))
}
