import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { CheckField } from '../ui/form/checkbox.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'

/** One copyable line: an id, a user name or the secret itself. */
export interface SecretPart {
  label: string
  text: string
}

/** Secret, shown only now. The dialog closes only after the user confirms that it is saved. */
export function SecretDialog({
  title,
  text,
  parts,
  onClose,
}: {
  title: string
  text: ReactNode
  parts: readonly SecretPart[]
  onClose: () => void
}) {
  const [isStored, setIsStored] = useState(false)
  return (
    <Dialog
      isOpen
      onClose={() => isStored && onClose()}
      title={title}
      text={text}
      className="w-[520px]"
      footer={
        <Button variant="brand" disabled={!isStored} onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <div className="grid gap-3">
        {parts.map((part) => (
          <SecretLine key={part.label} {...part} />
        ))}
        <CheckField isOn={isStored} onChange={setIsStored}>
          <Trans>I have saved it</Trans>
        </CheckField>
      </div>
    </Dialog>
  )
}

function SecretLine({ label, text }: SecretPart) {
  return (
    <div>
      <p className="pb-1 text-[12px] font-medium text-ink-2">{label}</p>
      <div className="flex items-center gap-1 rounded-md border border-line bg-sunken py-1 pr-1 pl-2.5">
        <code className="min-w-0 flex-1 font-mono text-[12px] [overflow-wrap:anywhere]" data-secret={label}>
          {text}
        </code>
        <CopyButton text={text} label={label} />
      </div>
    </div>
  )
}
