import { documentLinkDays } from '@cartage/contract/documents/app/sharing'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { CreatedLink } from './created-link.tsx'
import { useShareDocument } from './queries.ts'

type Life = `${(typeof documentLinkDays)[number]}`

/** Creates a link with which anyone can download a document, valid for a chosen period. */
export function ShareDialog({
  documentId,
  name,
  mostDays = 90,
  onClose,
}: {
  documentId: string
  name: string
  /** Limit set by the organisation. */
  mostDays?: number | undefined
  onClose: () => void
}) {
  const { t } = useLingui()
  const share = useShareDocument(documentId)
  const labels: Readonly<Record<Life, string>> = { 1: t`1 day`, 7: t`7 days`, 30: t`30 days`, 90: t`90 days` }
  const lives = documentLinkDays.filter((days) => days <= mostDays).map((days): Life => `${days}`)
  const [chosen, setChosen] = useState<Life>()
  const life = chosen ?? (lives.includes('7') ? '7' : '1')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Share ${name} by link`}
      text={t`Anyone who has the link can download this file without an account, until the link expires or is ended.`}
      className="w-[520px]"
    >
      <div className="grid gap-4">
        {share.error && <ErrorPanel {...failureOf(share.error)} />}
        <div className="grid grid-cols-[1fr_auto] items-end gap-3">
          <Field label={t`Works for`} fault={undefined}>
            {(input) => (
              <Select
                {...input}
                choices={lives.map((value) => ({ value, label: labels[value] }))}
                value={life}
                onChange={setChosen}
              />
            )}
          </Field>
          <Button
            variant="brand"
            isBusy={share.isPending}
            onClick={() => share.mutate({ days: documentLinkDays.find((days) => `${days}` === life)! })}
          >
            <Trans>Create link</Trans>
          </Button>
        </div>
        {mostDays < 90 && (
          <p className="text-ink-2">
            <Plural
              value={mostDays}
              one="This organisation lets links work for at most # day."
              other="This organisation lets links work for at most # days."
            />
          </p>
        )}
        {share.data && <CreatedLink address={new URL(share.data.address, window.location.origin).href} />}
      </div>
    </Dialog>
  )
}
