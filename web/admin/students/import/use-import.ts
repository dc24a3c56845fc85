import {
  createContext,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { getInstituteDay } from '#contract/institute-clock.ts'
import type { importStudents } from '#contract/student-import.ts'
import { type CheckedRow, checkImport } from '#core/students/import/check-import.ts'
import { listTableWords, readCourseWords } from '#core/students/import/course-words.ts'
import { layOutStudents, readImportRows } from '#core/students/import/import-columns.ts'
import { normalizeValues } from '#core/students/import/import-rows.ts'
import {
  applyEdits,
  changeImport,
  dropImport,
  type ImportChange,
  loadImport,
  type StudentImport,
  saveImport,
  studentColumnMemory,
} from './import-state.ts'
import { readRememberedCourses, toCourseWords } from './remembered-courses.ts'
import { useBatchNames, useKnownAccounts } from './use-known-accounts.ts'

type Reply = ReplyOf<typeof importStudents>

/** A long table is not written again with each letter. */
const saveAfterMs = 300

const noTable = layOutStudents([])

/** The import that the four steps share. */
export function useImportState() {
  const [state, setState] = useState<StudentImport | null>(loadImport)
  const [isStored, setStored] = useState(true)
  const [reply, setReply] = useState<Reply | null>(null)
  const rows = state?.sheets[state.sheet]?.rows
  const { headLine, roles } = state ?? {}
  const table = useMemo(
    () =>
      rows
        ? layOutStudents(rows, { headLine, roles, remembered: studentColumnMemory.read() })
        : noTable,
    [rows, headLine, roles],
  )
  const read = useMemo(
    () => (table.problems.length === 0 ? readImportRows(table.body, table.columns) : []),
    [table],
  )
  const words = useMemo(
    () => ({ ...toCourseWords(readRememberedCourses()), ...state?.courseWords }),
    [state?.courseWords],
  )
  const tableWords = useMemo(() => listTableWords(read), [read])
  const named = useMemo(() => readCourseWords(read, tableWords, words), [read, tableWords, words])
  const mended = useDeferredValue(
    useMemo(() => applyEdits(named, state ?? noEdits), [named, state]),
  )
  const normalized = useMemo(
    () => mended.map(({ line, values }) => ({ line, values: normalizeValues(values) })),
    [mended],
  )
  const lookUp = useKnownAccounts(normalized)
  const batchNames = useBatchNames()
  const { leftOut = noLines, confirmed = noLines } = state ?? {}
  const checked = useMemo(
    () =>
      checkImport(
        normalized.filter(({ line }) => !leftOut.includes(line)),
        {
          known: lookUp.known,
          numbered: lookUp.numbered,
          today: getInstituteDay(Date.now()),
          confirmedLines: new Set(confirmed),
          batches: batchNames,
        },
      ),
    [normalized, leftOut, confirmed, lookUp.known, lookUp.numbered, batchNames],
  )

  useEffect(() => {
    if (!state) return
    const save = () => setStored(saveImport(state))
    const timer = setTimeout(save, saveAfterMs)
    window.addEventListener('pagehide', save)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', save)
    }
  }, [state])

  // Once it is done, its list of people goes with the page.
  const isDone = useRef(false)
  isDone.current = state?.isDone ?? false
  useEffect(() => () => void (isDone.current && dropImport()), [])

  const replace = (next: StudentImport | null) => {
    setState(next)
    setReply(null)
    if (!next) dropImport()
  }
  return {
    state,
    table,
    /** The rows as read and corrected, with those that are left out. */
    rows: mended,
    checked,
    /** Words of the table that are none of our courses, and what each is read as. */
    words: tableWords.map((one) => ({ ...one, course: words[one.key] ?? null })),
    lookUp,
    /** Whether a reload would find it again. */
    isStored,
    reply,
    start: replace,
    change: (change: ImportChange) => state && replace(changeImport(state, change)),
    finish(done: Reply) {
      if (state) replace(changeImport(state, { isDone: true }))
      // Those who were added are here now, for anybody who goes back to mend the rest.
      lookUp.refresh()
      setReply(done)
    },
    drop: () => replace(null),
  }
}

const noEdits = { edits: {} }
const noLines: readonly number[] = []

export function isReady({ errors }: CheckedRow): boolean {
  return errors.length === 0
}

type ImportModel = ReturnType<typeof useImportState>

export const ImportContext = createContext<ImportModel | null>(null)

export function useImport(): ImportModel {
  const model = useContext(ImportContext)
  if (!model) throw new Error('A step of the import is rendered outside of it')
  return model
}

/** For the steps that need a table; the layout shows them only with one. */
export function useStartedImport(): ImportModel & { readonly state: StudentImport } {
  const model = useImport()
  if (!model.state) throw new Error('This step needs a table')
  return { ...model, state: model.state }
}
