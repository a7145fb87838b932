import { Trans, useLingui } from '@lingui/react/macro'
import { failureOf } from '../../api/failure.ts'
import { CircleX, TriangleAlert } from '../../ui/icons.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { DaysText, useDayText } from '../days.tsx'
import { factLabelOf } from '../fact.labels.ts'
import { type RatePage, useRecordActions } from '../queries.ts'
import { dayAfter, gapsOf, withDraft } from '../validity.ts'
import { ReplayedSection } from './replayed.section.tsx'

/** Publishes the draft of a record, after showing the consequences: for a card, prices of the last weeks (PRICE-27). */
export function PublishDialog({ record, onClose }: { record: RatePage; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { publish } = useRecordActions(record.rate_record_id)
  const draft = record.draft!
  const hasFaults = draft.faults.length > 0
  // Only cards can be priced, and only without errors.
  const isReplayed = record.kind === 'RATE_CARD' && !hasFaults
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Publish ${record.name}?`}
      text={
        <Trans>
          Valid <DaysText days={draft} />. A published version never changes.
        </Trans>
      }
      className="w-[520px]"
      footer={
        <DialogFooter
          verb={<Trans>Publish</Trans>}
          onClose={onClose}
          isDisabled={hasFaults}
          isBusy={publish.isPending}
          onConfirm={() =>
            publish.mutate(undefined, {
              onSuccess: () => {
                toasts.done(t`${record.name} published`)
                onClose()
              },
            })
          }
        />
      }
    >
      <div className="grid gap-2">
        <EndsBefore record={record} />
        {draft.faults.map(({ field, message }) => (
          <Notice key={`${field} ${message}`} icon={CircleX} tone="amber">
            {factLabelOf(message)}
          </Notice>
        ))}
        {draft.warnings.map(({ field, message }) => (
          <Notice key={`${field} ${message}`} icon={TriangleAlert}>
            {factLabelOf(message)}
          </Notice>
        ))}
        <GapNotices record={record} />
        {isReplayed && <ReplayedSection rateRecordId={record.rate_record_id} />}
        {publish.error && <ErrorPanel {...failureOf(publish.error)} />}
      </div>
    </Dialog>
  )
}

/** The version that the draft ends. */
function EndsBefore({ record: { versions, draft } }: { record: RatePage }) {
  const dayText = useDayText()
  const ended = versions.find(
    ({ state, valid_from, valid_to }) =>
      state === 'PUBLISHED' && valid_from < draft!.valid_from && (valid_to === null || valid_to >= draft!.valid_from),
  )
  if (!ended) return null
  const [first, last] = [dayText(ended.valid_from), dayText(dayAfter(draft!.valid_from, -1))]
  return (
    <p className="text-ink-2">
      <Trans>
        The version from {first} then ends on {last}.
      </Trans>
    </p>
  )
}

/** Days without a valid version. */
export function GapNotices({ record: { versions, draft } }: { record: Pick<RatePage, 'versions' | 'draft'> }) {
  const dayText = useDayText()
  return gapsOf(withDraft(versions, draft)).map(({ from, to }) => {
    const [first, last] = [dayText(from), dayText(to)]
    return (
      <Notice key={from} icon={TriangleAlert} tone="amber">
        {from === to ? (
          <Trans>No version is valid on {first}. Orders of that day get no price.</Trans>
        ) : (
          <Trans>
            No version is valid from {first} to {last}. Orders of these days get no price.
          </Trans>
        )}
      </Notice>
    )
  })
}
