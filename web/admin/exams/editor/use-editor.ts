import { type FormEvent, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { RefusalError } from '../../../client/request.ts'
import { changesOf } from './change-draft.ts'
import type { TestDraft } from './draft.ts'
import { type Faults, faultsOfBasics, faultyFields, placeFaults } from './faults.ts'
import { arePicturesTaken } from './pictures-under-way.ts'

type Given = {
  readonly start: () => TestDraft
  readonly send: (draft: TestDraft) => Promise<unknown>
  /** The spec's sentence; the reason follows it. */
  readonly failed: string
}

export type Editor = ReturnType<typeof useEditor>

/** Holds a test while it is written, and tells all its faults at once. */
export function useEditor({ start, send, failed }: Given) {
  const [draft, setDraft] = useState(start)
  const change = useMemo(() => changesOf(setDraft), [])
  const [judged, setJudged] = useState<readonly string[]>([])
  const [told, setTold] = useState<Faults>({})
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  const basics: Faults = { ...told, ...only(judged, faultsOfBasics(draft)) }

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const checked = withAllChecked(draft)
    flushSync(() => {
      setFailure('')
      setTold({})
      setJudged(['title', 'duration'])
      setDraft(checked)
    })
    if (focusFirst(checked, faultsOfBasics(draft))) return

    setBusy(true)
    try {
      if (await arePicturesTaken()) await send(await readDraft())
    } catch (fault) {
      tell(fault)
    } finally {
      setBusy(false)
    }
  }

  // A picture that was still being made smaller is in the newest draft, not in the one of the click.
  const readDraft = () =>
    new Promise<TestDraft>((resolve) => {
      setDraft((now) => {
        resolve(now)
        return now
      })
    })

  const tell = (fault: unknown) => {
    const placed = placeFaults(draft, fault instanceof RefusalError ? fault.fields : {})
    const reason = fault instanceof Error ? fault.message : ''
    flushSync(() => {
      setFailure([`${failed}.`.replace('..', '.'), reason, ...placed.rest].join(' '))
      setTold(placed.basics)
      // What was typed while it was on its way stays.
      setDraft((now) => placeFaults(now, fault instanceof RefusalError ? fault.fields : {}).draft)
    })
    focusFirst(placed.draft, placed.basics)
  }

  const load = (next: TestDraft) => {
    setDraft(next)
    setJudged([])
    setTold({})
    setFailure('')
  }
  const judge = (field: string) => setJudged((before) => [...before, field])

  const problems = judged.length > 0 ? faultyFields(draft, basics).length : 0
  return { draft, change, basics, judge, problems, isBusy, failure, handleSubmit, load }
}

function withAllChecked(draft: TestDraft): TestDraft {
  const questions = draft.questions.map((question) => ({ ...question, isChecked: true, told: {} }))
  return { ...draft, questions }
}

function focusFirst(draft: TestDraft, basics: Faults): boolean {
  const [first] = faultyFields(draft, basics)
  if (first) document.getElementById(first)?.focus()
  return first !== undefined
}

function only(fields: readonly string[], faults: Faults): Faults {
  return Object.fromEntries(Object.entries(faults).filter(([field]) => fields.includes(field)))
}
