import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../kit/button.tsx'
import { toast } from '../kit/toast.tsx'

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
    onError: ({ message }) => toast(`The export failed. ${message}`, 'bad'),
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
