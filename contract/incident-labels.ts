import type { IncidentKind } from '#core/proctoring/incident-kinds.ts'
import type { Outcome } from '#core/proctoring/incident-outcomes.ts'

/** Labels of incidents in a word or two, on screen and in files. */
export const incidentKindNames: Readonly<Record<IncidentKind, string>> = {
  offline: 'Offline',
  left: 'Left the quiz',
  closed: 'Page refreshed or closed',
  back: 'Back button pressed',
  devtools: 'Developer tools opened',
  'two-places': 'Two places at once',
  'time-up': 'Time ran out',
  'ended-by-staff': 'Ended by the institute',
}

/** Once it is decided. */
export const outcomeNames: Readonly<Record<Outcome, string>> = {
  'no-consequence': 'No consequence',
  reopened: 'Reopened',
  'new-attempt': 'New attempt granted',
  kept: 'Kept as it is',
  voided: 'Attempt void',
}
