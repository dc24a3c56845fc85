import { useState } from 'react'
import { Spoken } from '../../ui/status.tsx'

type NewsAnnouncerProps<List> = {
  readonly list: List | undefined
  /** Empty where nothing is to be said. */
  readonly describe: (before: List, after: List) => string
}

/** Speaks what is new in a list that is on the screen; what was there first is not news. */
export function NewsAnnouncer<List>({ list, describe }: NewsAnnouncerProps<List>) {
  const [spoken, setSpoken] = useState({ list, message: '' })
  if (list !== undefined && list !== spoken.list) {
    const news = spoken.list === undefined ? '' : describe(spoken.list, list)
    setSpoken({ list, message: news || spoken.message })
  }
  return <Spoken>{spoken.message}</Spoken>
}
