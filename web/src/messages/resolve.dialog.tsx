import type { InboxItem, ReplayResult } from '@cartage/contract/messages/app/record'
import type { InboxSuggestion } from '@cartage/contract/messages/app/suggestions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { useChangeLabels } from '../audit/change-text.ts'
import { useLabels } from '../records/code-labels.ts'
import { recordLabels } from '../records/record.labels.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { Check, TriangleAlert } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { suggestionReasonLabels } from './labels.tsx'
import { type ItemAction, suggestionsQuery, trialQuery } from './queries.ts'

/** Selects the record an item applies to, most likely first, and previews the changes. */
export function ResolveDialog({
  item,
  onClose,
  onChoose,
  isBusy,
}: {
  item: Pick<InboxItem, 'id' | 'reason'>
  onClose: () => void
  onChoose: (action: ItemAction) => void
  isBusy: boolean
}) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const searched = useDeferredValue(text.trim())
  const [chosen, setChosen] = useState<InboxSuggestion>()
  const suggestions = useQuery(suggestionsQuery(item.id, searched))
  const trial = useQuery({ ...trialQuery(item.id, chosen), enabled: chosen !== undefined })
  const fits = trial.data !== undefined && trial.data.failure === null && !trial.isFetching
  const apply = () => {
    if (chosen && fits) onChoose({ kind: 'resolve', entity_type: chosen.entity_type, entity_id: chosen.entity_id })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      className="w-[640px]"
      title={t`Match this update`}
      text={item.reason}
      footer={
        <DialogFooter
          verb={<Trans>Match</Trans>}
          onClose={onClose}
          onConfirm={apply}
          isDisabled={!fits}
          isBusy={isBusy}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <TextField
          label={t`Search`}
          type="search"
          placeholder={t`Number, reference, plate, place…`}
          value={text}
          onChange={setText}
        />
        {suggestions.error && <ErrorPanel {...failureOf(suggestions.error)} />}
        {suggestions.data && (
          <Suggestions items={suggestions.data.items} isSearch={searched !== ''} chosen={chosen} onChoose={setChosen} />
        )}
        {trial.error && <ErrorPanel {...failureOf(trial.error)} />}
        {trial.isFetching && <div className="skeleton h-16 w-full" />}
        {trial.data && !trial.isFetching && <Trial failure={trial.data.failure} records={trial.data.records} />}
      </div>
    </Dialog>
  )
}

interface SuggestionsProps {
  items: readonly InboxSuggestion[]
  isSearch: boolean
  chosen: InboxSuggestion | undefined
  onChoose: (one: InboxSuggestion) => void
}

function Suggestions({ items, isSearch, chosen, onChoose }: SuggestionsProps) {
  const { t } = useLingui()
  if (items.length === 0) {
    return (
      <p role="status" className="text-ink-2">
        {isSearch ? <Trans>No results</Trans> : <Trans>Nothing similar found. Search for the record.</Trans>}
      </p>
    )
  }
  return (
    <fieldset className="grid max-h-[36vh] min-w-0 grid-cols-[minmax(0,1fr)] overflow-y-auto rounded-lg border border-line">
      <legend className="sr-only">{isSearch ? t`Results` : t`Suggestions`}</legend>
      {items.map((one) => (
        <label
          key={one.entity_id}
          className="flex min-h-11 cursor-pointer items-center gap-2.5 border-line px-3 py-1.5 not-last:border-b has-checked:bg-brand-soft hover:bg-hover"
        >
          <input
            type="radio"
            name="suggestion"
            checked={chosen?.entity_id === one.entity_id}
            onChange={() => onChoose(one)}
          />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{one.title}</span>
            <span className="block truncate text-[12px] text-ink-2">{one.text}</span>
          </span>
          <Reasons reasons={one.reasons} />
        </label>
      ))}
    </fieldset>
  )
}

function Reasons({ reasons }: Pick<InboxSuggestion, 'reasons'>) {
  const word = useLabels(suggestionReasonLabels)
  return (
    <span className="flex shrink-0 gap-1">
      {reasons.map((reason) => (
        <span key={reason} className="tag tone-grey">
          {word(reason)}
        </span>
      ))}
    </span>
  )
}

/** Changes that the item would make, or why it does not match. */
function Trial({ failure, records }: { failure: string | null; records: ReplayResult['records'] }) {
  const recordLabel = useLabels(recordLabels)
  const labels = useChangeLabels()
  if (failure !== null) {
    return (
      <Notice icon={TriangleAlert} tone="amber">
        {failure}
      </Notice>
    )
  }
  const lines = records.flatMap(({ entity_type, entity_id, changes }) =>
    Object.entries(changes)
      .filter(([name]) => isShown(name))
      .flatMap(([name, { before, after }]) =>
        labels.changes(name, before, after).map((line) => ({ ...line, entity_type, entity_id })),
      ),
  )
  return (
    <section className="grid gap-1.5">
      <h3 className="flex items-center gap-1.5 font-medium text-green">
        <Check size={14} aria-hidden="true" />
        {lines.length === 0 ? <Trans>It fits.</Trans> : <Trans>It fits. This changes:</Trans>}
      </h3>
      {lines.length === 0 && (
        <p className="text-ink-2">
          <Trans>The update is kept with the record. None of its values change.</Trans>
        </p>
      )}
      <ul className="grid gap-1">
        {lines.slice(0, mostLines).map(({ entity_type, entity_id, name, title, before, after }) => (
          <li key={`${entity_id} ${name}`} className="grid grid-cols-[180px_minmax(0,1fr)] gap-2">
            <span className="text-ink-2">
              {recordLabel(entity_type)} · {title}
            </span>
            <span className="[overflow-wrap:anywhere]">
              <span className="text-ink-3 line-through">{before}</span> → <strong>{after}</strong>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Maximum number of changes shown; a stop update has only a handful. */
const mostLines = 12

/** Members derived from others, or only relevant to programs. */
const unshown = new Set(['version', 'event_sequence', 'updated_at', 'status_at', 'tenant_id', 'stops', 'content_id'])

function isShown(name: string): boolean {
  return !unshown.has(name) && !name.endsWith('_id')
}
