import { FileDropZone } from '../../../spreadsheets/file-drop-zone.tsx'
import { SelectField, TextAreaField } from '../../../ui/form/text-field.tsx'
import { toDetectedLabel } from './describe-reading.ts'
import { type Format, formatNames } from './formats.ts'
import type { QuestionImport } from './use-question-import.ts'

const textFormats = (['gift', 'aiken', 'moodle', 'csv'] as const).map((value) => ({
  value,
  name: formatNames[value],
}))

/** The file or the text with the questions, and its format. */
export function ImportFields({ model }: { readonly model: QuestionImport }) {
  return (
    <>
      <FileDropZone
        label="File with questions"
        kinds="GIFT, Aiken, Moodle XML, CSV or Excel (XLSX)"
        accept=".gift,.txt,.xml,.csv,.tsv,.xlsx"
        name={model.file?.name}
        error={model.fileError}
        onPick={model.pick}
      />
      {!model.file && (
        <TextAreaField
          label="Or paste the questions"
          hint="A table copied from Excel or Google Sheets works, too."
          rows={6}
          spellCheck={false}
          value={model.text}
          error={model.textError}
          onChange={({ target }) => model.type(target.value)}
          onPaste={model.startOver}
        />
      )}
      {model.source?.kind === 'text' && (
        <SelectField
          label="Format"
          prompt={toDetectedLabel(model.reading?.format)}
          options={textFormats}
          value={model.namedFormat ?? ''}
          onChange={({ target }) => model.setNamedFormat((target.value || null) as Format | null)}
        />
      )}
    </>
  )
}
