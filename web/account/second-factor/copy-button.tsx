import { IconCopy } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Status } from '../../ui/status.tsx'
import css from './second-factor.module.css'

type CopyButtonProps = {
  readonly text: string
  /** Shown where the browser refuses to copy. */
  readonly failureMessage: string
  readonly children: ReactNode
}

/** Copies `text` and shows beside the button whether that worked. */
export function CopyButton({ text, failureMessage, children }: CopyButtonProps) {
  const [statusMessage, setStatusMessage] = useState('')
  const handleCopy = async () => {
    setStatusMessage((await copyText(text)) ? 'Copied.' : failureMessage)
  }
  return (
    <>
      <Button size="row" icon={<IconCopy aria-hidden="true" />} onClick={handleCopy}>
        {children}
      </Button>
      <Status className={css.copyStatus}>{statusMessage}</Status>
    </>
  )
}

/** Falls back to `execCommand`: pages served over plain http have no clipboard. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const textarea = document.createElement('textarea')
    textarea.value = text
    document.body.append(textarea)
    textarea.select()
    const isCopied = document.execCommand('copy')
    textarea.remove()
    return isCopied
  }
}
