import type { MailDraft } from '@cartage/contract/mails/app/mails'
import { type Language, languageNames, languages } from '@cartage/contract/reading/languages'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { CheckField } from '../ui/form/checkbox.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { TriangleAlert } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFoot } from '../ui/overlay/dialog-foot.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { mailDraftQuery, type NewMail, sendMail, useMailChange } from './queries.ts'
import { mailWords } from './words.ts'

/** Shows an e-mail as its reader gets it, and sends it. */
export function SendDialog({ mail, onClose }: { mail: NewMail; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const [language, setLanguage] = useState<Language>()
  const [typed, setTyped] = useState<string>()
  const [isConfirmed, setIsConfirmed] = useState(false)
  const query = useQuery(mailDraftQuery(mail, language))
  const change = useMailChange<unknown>()
  const draft = query.data
  const address = typed ?? draft?.address ?? ''
  const isReady = draft?.is_possible === true && address.trim() !== '' && (!draft.asked || isConfirmed)
  const send = () =>
    change.mutate(
      () => sendMail(mail, { language: draft!.language, address: address.trim(), is_confirmed: isConfirmed }),
      {
        onSuccess() {
          toasts.done(t`E-mail queued`)
          onClose()
        },
      },
    )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(mailWords[mail.kind])}
      className="w-[640px]"
      foot={
        <DialogFoot
          verb={<Trans>Send</Trans>}
          onClose={onClose}
          onConfirm={send}
          isBusy={change.isPending}
          isDisabled={!isReady || query.isFetching}
        />
      }
    >
      <div className="grid gap-3">
        {query.error && <ErrorPanel {...failureOf(query.error)} />}
        {change.error && <ErrorPanel {...failureOf(change.error)} />}
        {draft?.asked && <AskedBefore asked={draft.asked} isConfirmed={isConfirmed} onConfirm={setIsConfirmed} />}
        {draft && <Fields draft={draft} address={address} onAddress={setTyped} onLanguage={setLanguage} />}
      </div>
    </Dialog>
  )
}

/** The carrier was asked within a day: a person says that it is asked again. */
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

interface FieldsProps {
  draft: MailDraft
  address: string
  onAddress: (address: string) => void
  onLanguage: (language: Language) => void
}

function Fields({ draft, address, onAddress, onLanguage }: FieldsProps) {
  const { t } = useLingui()
  return (
    <>
      {!draft.is_possible && (
        <Notice icon={TriangleAlert} tone="amber">
          <Trans>No mail server is set up. Enter one under Settings, Mail server.</Trans>
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_180px] gap-3">
        <Field label={t`To ${draft.company_name}`} fault={undefined}>
          {(input) => (
            <input {...input} type="email" value={address} onChange={(event) => onAddress(event.target.value)} />
          )}
        </Field>
        <Field label={t`Language`} fault={undefined}>
          {(input) => (
            <Select
              {...input}
              choices={languages.map((value) => ({ value, label: languageNames[value] }))}
              value={draft.language}
              onChange={onLanguage}
            />
          )}
        </Field>
      </div>
      <article className="rounded-lg border border-line bg-sunken p-3">
        <h3 className="pb-2 font-medium">{draft.subject}</h3>
        <p className="max-h-[40vh] overflow-y-auto whitespace-pre-wrap">{draft.body}</p>
      </article>
    </>
  )
}
