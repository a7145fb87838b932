import type { MailDraft } from '@cartage/contract/mails/app/mails'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Button } from '../ui/button.tsx'
import { CheckField } from '../ui/form/checkbox.tsx'
import { TriangleAlert } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { mailLabels } from './labels.ts'
import { LetterFields, LetterVerb } from './letter-fields.tsx'
import type { NewMail } from './queries.ts'
import { useLetter } from './use-letter.ts'

/** Previews an e-mail, accepts edits, and sends it. */
export function SendDialog({ mail, onClose }: { mail: NewMail; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const [isConfirmed, setIsConfirmed] = useState(false)
  const letter = useLetter(mail)
  const asked = letter.draft?.asked
  const send = () =>
    letter.send(isConfirmed, () => {
      toasts.done(t`E-mail queued`)
      onClose()
    })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(mailLabels[mail.kind])}
      className="w-[640px]"
      footer={
        <div className="flex flex-1 justify-end gap-2">
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <LetterVerb letter={letter} isDisabled={Boolean(asked) && !isConfirmed} onSend={send} />
        </div>
      }
    >
      <div className="grid gap-3">
        {letter.failure && <ErrorPanel {...failureOf(letter.failure)} />}
        {asked && <AskedBefore asked={asked} isConfirmed={isConfirmed} onConfirm={setIsConfirmed} />}
        <LetterFields letter={letter} orderId={mail.source.type === 'order' ? mail.source.id : undefined} />
      </div>
    </Dialog>
  )
}

/** The carrier was contacted within the last day: the user must confirm a repeat. */
function AskedBefore({
  asked,
  isConfirmed,
  onConfirm,
}: {
  asked: NonNullable<MailDraft['asked']>
  isConfirmed: boolean
  onConfirm: (isConfirmed: boolean) => void
}) {
  return (
    <Notice icon={TriangleAlert} tone="amber">
      <span className="grid gap-1.5">
        <span>
          <Trans>
            The carrier was asked <RelativeTime instant={asked.at} />.
          </Trans>{' '}
          {asked.by}
        </span>
        <CheckField isOn={isConfirmed} onChange={onConfirm}>
          <Trans>Ask again</Trans>
        </CheckField>
      </span>
    </Notice>
  )
}
