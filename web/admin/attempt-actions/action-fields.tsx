import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { LiveStudent } from '#contract/live.ts'
import { type ActionKind, type ActionReason, maxMessageLength } from '#core/live/actions.ts'
import { describeFit } from '#core/live/applicable.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { TextAreaField, TextField } from '../../ui/form/text-field.tsx'
import layout from '../../ui/layout.module.css'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import css from './action-dialog.module.css'
import { actionNames, describeConsequence, reasonOptions } from './action-labels.ts'

type WhatProps = {
  readonly kinds: readonly ActionKind[]
  readonly kind: ActionKind
  readonly onKind: (kind: ActionKind) => void
  readonly children: ReactNode
}

export function What({ kinds, kind, onKind, children }: WhatProps) {
  return (
    <div className={css.part}>
      <h3>What</h3>
      <div className={css.kinds}>
        <SegmentedControl
          legend="What"
          segments={kinds.map((value) => ({ value, label: actionNames[value] }))}
          selected={kind}
          onSelect={onKind}
        />
      </div>
      {children}
    </div>
  )
}

type ConsequenceProps = {
  readonly kind: ActionKind
  readonly chosen: readonly LiveStudent[]
  readonly fitting: readonly LiveStudent[]
  readonly minutes: number
}

export function Consequence({ kind, chosen, fitting, minutes }: ConsequenceProps) {
  return (
    <div className={css.consequence}>
      <IconInfoCircle size={20} stroke={1.75} aria-hidden="true" />
      <p>
        {describeFit(kind, chosen)} {describeConsequence(kind, fitting, minutes, getServerTime())}{' '}
        You can undo this for 10 s; it is in the audit log with your name.
      </p>
    </div>
  )
}

type MessageFieldProps = {
  readonly isRequired: boolean
  readonly message: string
  readonly onChange: (message: string) => void
}

export function MessageField({ isRequired, message, onChange }: MessageFieldProps) {
  return (
    <TextAreaField
      label="Message to students"
      name="message"
      data-autofocus={isRequired || undefined}
      rows={2}
      optional={!isRequired}
      maxLength={maxMessageLength}
      hint={`${message.length} of ${maxMessageLength}. Read out once by a screen reader; stays until dismissed.`}
      value={message}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

type WhyProps = {
  readonly reason: ActionReason | null
  readonly onReason: (reason: ActionReason) => void
  readonly reasonText: string
  readonly onReasonText: (text: string) => void
}

export function Why({ reason, onReason, reasonText, onReasonText }: WhyProps) {
  return (
    <>
      <fieldset className={css.part}>
        <legend>Why</legend>
        <div className={layout.row}>
          {reasonOptions.map(([value, name]) => (
            <label key={value} className={css.chip} data-chosen={reason === value || undefined}>
              <input
                type="radio"
                name="reason"
                checked={reason === value}
                onChange={() => onReason(value)}
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      {reason === 'other' && (
        <TextField
          label="In your own words"
          name="reasonText"
          autoComplete="off"
          maxLength={200}
          value={reasonText}
          onChange={({ target }) => onReasonText(target.value)}
        />
      )}
    </>
  )
}
