import { useMemo, useState } from 'react'
import { questionColumns } from '#core/questions/formats/question-columns.ts'
import { createColumnMemory } from '../../../spreadsheets/columns/column-memory.ts'
import { maxFileBytes } from '../../../spreadsheets/source.ts'
import { useReading } from '../../../spreadsheets/use-reading.ts'
import { useSource } from '../../../spreadsheets/use-source.ts'
import { formatMegabytes } from '../../../ui/form/image-file.ts'
import type { Format } from './formats.ts'
import type { Reading } from './read-imported-questions.ts'
import type { ReadingRequest } from './reading-worker.ts'
import workerAddress from './reading-worker.ts?worker&url'
import type { WorkbookSettings } from './xlsx.ts'

const columnMemory = createColumnMemory('import-columns', questionColumns)

const tooLargeMessage = `This is larger than ${formatMegabytes(maxFileBytes)}. Import the questions in parts.`

/** The questions as they are read from a file or from pasted text. */
export function useQuestionImport() {
  const input = useSource(tooLargeMessage)
  const { source } = input
  const [namedFormat, setNamedFormat] = useState<Format | null>(null)
  const [settings, setSettings] = useState<WorkbookSettings>({})
  const [remembered, setRemembered] = useState(columnMemory.read)
  const [isRemembering, setRemembering] = useState(true)
  const [isNaming, setNaming] = useState(false)
  const request = useMemo(
    () => source && { source, namedFormat, settings: { ...settings, remembered } },
    [source, namedFormat, settings, remembered],
  )
  const reader = useReading<ReadingRequest, Reading>(workerAddress, request)
  const table = reader.reading?.table ?? null
  const startOver = () => {
    setSettings({})
    setNaming(false)
  }
  return {
    ...input,
    ...reader,
    namedFormat,
    setNamedFormat,
    table,
    /** Null where nothing is asked about the columns. */
    tableToName: table && (isNaming || table.problems.length > 0) ? table : null,
    settings,
    isRemembering,
    setRemembering,
    startOver,
    pick(picked: File | null) {
      startOver()
      return input.pick(picked)
    },
    type(text: string) {
      // Another table, whose columns nobody has named yet.
      if (getFirstLine(text) !== getFirstLine(input.text)) startOver()
      input.setText(text)
    },
    changeColumns(changed: WorkbookSettings) {
      setSettings(changed)
      setNaming(true)
    },
    showColumns: () => setNaming(true),
    confirmColumns() {
      if (!table) return
      if (isRemembering) columnMemory.remember(table.columns)
      else columnMemory.forget(table.columns)
      setRemembered(columnMemory.read())
      setNaming(false)
    },
  }
}

export type QuestionImport = ReturnType<typeof useQuestionImport>

function getFirstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0] ?? ''
}
