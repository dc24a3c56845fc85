import { useRef } from 'react'
import { getOpeningAnnouncement } from '#core/exam-windows/countdown.ts'
import { Spoken } from '../../ui/status.tsx'

type OpeningAnnouncerProps = {
  readonly title: string
  readonly secondsToOpening: number
  /** Replaces the last announcement, as soon as there is one. */
  readonly opened?: string
}

/** Speaks a countdown 10 minutes and 1 minute before its end; the seconds themselves are silent. */
export function OpeningAnnouncer({ title, secondsToOpening, opened }: OpeningAnnouncerProps) {
  const last = useRef({ seconds: secondsToOpening, message: '' })
  if (secondsToOpening !== last.current.seconds) {
    const announcement = getOpeningAnnouncement(last.current.seconds, secondsToOpening)
    const message = announcement ? `${title} ${announcement}` : last.current.message
    last.current = { seconds: secondsToOpening, message }
  }
  return <Spoken>{opened ?? last.current.message}</Spoken>
}
