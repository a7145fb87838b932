import type { SearchResult } from '@cartage/contract/app/shell'
import { isUuid } from '@cartage/contract/uuid'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Combobox } from '../ui/form/combobox.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFoot } from '../ui/overlay/dialog-foot.tsx'
import { findRecords, type ItemAction, type RecordKind as Kind } from './queries.ts'

const kinds: readonly { value: Kind; word: MessageDescriptor }[] = [
  { value: 'order', word: msg`Order` },
  { value: 'stop', word: msg`Stop` },
  { value: 'stop_group', word: msg`Stop group` },
  { value: 'resource', word: msg`Resource` },
  { value: 'booking', word: msg`Booking` },
]
/** What an invoice or credit note of a supplier is applied to. */
const supplierKinds: typeof kinds = [{ value: 'company', word: msg`Supplier` }]

/** Chooses the record an item is applied to: orders, resources and companies by searching, the others by their id. */
export function ResolveDialog({
  itemKind,
  isOpen,
  onClose,
  onChoose,
  isBusy,
}: {
  /** Webhook that received the item. */
  itemKind: string
  isOpen: boolean
  onClose: () => void
  onChoose: (action: ItemAction) => void
  isBusy: boolean
}) {
  const { t } = useLingui()
  const choices = itemKind === 'e-invoicing' ? supplierKinds : kinds
  const [kind, setKind] = useState<Kind>(choices[0]!.value)
  const [hit, setHit] = useState<SearchResult | null>(null)
  const [id, setId] = useState('')
  const isFound = kind === 'order' || kind === 'resource' || kind === 'company'
  const entityId = isFound ? hit?.id : id.trim()
  const isChosen = entityId !== undefined && isUuid(entityId)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t`Match this update`}
      text={t`The update is applied to the record you choose.`}
      foot={
        <DialogFoot
          verb={<Trans>Match</Trans>}
          onClose={onClose}
          onConfirm={() => isChosen && onChoose({ kind: 'resolve', entity_type: kind, entity_id: entityId })}
          isDisabled={!isChosen}
          isBusy={isBusy}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <Field label={t`Record type`} fault={undefined}>
          {(input) => (
            <Select<Kind>
              {...input}
              choices={choices.map(({ value, word }) => ({ value, label: t(word) }))}
              value={kind}
              onChange={(next) => {
                setKind(next)
                setHit(null)
              }}
            />
          )}
        </Field>
        <Field label={isFound ? t`Record` : t`Record ID`} fault={undefined}>
          {(input) =>
            isFound ? (
              <Combobox<SearchResult>
                {...input}
                value={hit}
                onChange={setHit}
                queryKey={['messages', 'choose', kind]}
                search={(text) => findRecords(kind, text)}
                textOf={(item) => item.title}
                keyOf={(item) => item.id}
                sideOf={(item) => item.text}
                placeholder={t`Number, reference, plate…`}
              />
            ) : (
              <input {...input} value={id} onChange={(event) => setId(event.target.value)} />
            )
          }
        </Field>
      </div>
    </Dialog>
  )
}
