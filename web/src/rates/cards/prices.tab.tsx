import type { RateCardDoc } from '@cartage/contract/rates/app/rate-card'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLabels } from '../../records/code-labels.ts'
import { Button } from '../../ui/button.tsx'
import { Plus, TriangleAlert } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { todayOf } from '../../ui/time/zone.ts'
import { BenchSection } from '../bench/bench.section.tsx'
import { lineChoiceLabels } from '../block.labels.ts'
import { DaysText, useDayText } from '../days.tsx'
import { ListPlus, Settings2 } from '../icons.tsx'
import { endOfIndex } from '../indexes/index-end.ts'
import { priceIndexesQuery } from '../indexes/queries.ts'
import type { RatePage } from '../queries.ts'
import { conditionText, type Voice } from '../sentences.ts'
import { endOf, withDraft } from '../validity.ts'
import { GapNotices } from '../versions/publish.dialog.tsx'
import type { CardDraft } from './card-doc.ts'
import { LineDialog } from './line.dialog.tsx'
import { LinesList } from './lines.list.tsx'
import { TermsDialog } from './terms.dialog.tsx'
import { type ShownCard, useDraftActions } from './use-card.ts'

/** Lines of a card on the left, the test bench on the right. */
export function PricesTab({ record, shown, voice }: { record: RatePage; shown: ShownCard; voice: Voice }) {
  const { card } = shown
  if (!card) return <div className="skeleton m-4 h-40" aria-busy="true" />
  const { rate_record_id, updated_at, side, code } = record
  const draft = shown.isDraft && record.draft !== null ? { rate_record_id, updated_at } : undefined
  return (
    <div className="grid min-h-full lg:grid-cols-[minmax(0,1fr)_minmax(400px,480px)]">
      <div className="min-w-0 p-4">
        <Lines record={record} card={card} shown={shown} voice={voice} />
      </div>
      <div className="min-w-0 border-line bg-surface p-4 max-lg:border-t lg:border-l">
        <BenchSection side={side!} own={{ code, doc: card.doc }} draft={draft} voice={voice} />
      </div>
    </div>
  )
}

function Lines({
  record,
  card,
  shown: { isDraft, isEditable },
  voice,
}: {
  record: RatePage
  card: CardDraft
  shown: ShownCard
  voice: Voice
}) {
  const { t } = useLingui()
  const actions = useDraftActions(record, card)
  const [open, setOpen] = useState<{ at: number | undefined }>()
  const { lines } = card.doc
  const edited = open?.at === undefined ? undefined : lines[open.at]
  const findings = isDraft ? record.draft : null
  return (
    <div className="grid gap-3">
      <Warnings record={record} doc={card.doc} isDraft={isDraft} />
      <Terms record={record} card={card} isEditable={isEditable} voice={voice} />
      {lines.length === 0 ? (
        <EmptyState
          icon={ListPlus}
          title={t`No lines yet`}
          text={t`Each line charges one thing, such as freight, fuel or waiting time.`}
        />
      ) : (
        <LinesList
          lines={lines}
          voice={voice}
          faults={findings?.faults ?? []}
          warnings={findings?.warnings ?? []}
          change={
            isEditable ? { edit: (at) => setOpen({ at }), move: actions.move, remove: actions.remove } : undefined
          }
        />
      )}
      {isEditable && (
        <Button icon={Plus} className="justify-self-start" onClick={() => setOpen({ at: undefined })}>
          <Trans>Add line</Trans>
        </Button>
      )}
      {open && (
        <LineDialog
          line={edited}
          side={record.side}
          taken={lines.map(({ key }) => key)}
          isBusy={actions.isBusy}
          onClose={() => setOpen(undefined)}
          onSave={(line) => actions.saveLine(line, open.at, () => setOpen(undefined))}
        />
      )}
    </div>
  )
}

/** Assignments and general terms of the card, one line each. */
function Terms({
  record,
  card,
  isEditable,
  voice,
}: {
  record: RatePage
  card: CardDraft
  isEditable: boolean
  voice: Voice
}) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const actions = useDraftActions(record, card)
  const word = useLabels(lineChoiceLabels)
  const { assignments, when, includes, date_of, consolidation, contract_number } = card.doc
  const users = assignments.map(({ to, code, transport_service }) =>
    [code ?? word(to), transport_service].filter((one) => one !== undefined).join(' / '),
  )
  const facts: [string, string][] = [
    [t`Used for`, users.length === 0 ? t`Only where other cards include it.` : users.join(', ')],
    [t`Prices of the day of`, word(date_of)],
    [t`Conditions`, when.map((one) => conditionText(one, voice.language)).join(' · ')],
    [t`Included cards`, includes.join(', ')],
    [t`Consolidation`, consolidation === 'NONE' ? '' : word(consolidation === 'TRIP' ? 'ON_TRIP' : consolidation)],
    [t`Contract number`, contract_number ?? ''],
  ]
  return (
    <div className="flex items-start gap-3 rounded-lg bg-sunken px-3 py-2.5 max-sm:flex-col">
      <dl className="grid min-w-0 flex-1 grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        <dt className="text-ink-3">{t`Valid`}</dt>
        <dd>
          <DaysText days={card} />
        </dd>
        {facts
          .filter(([, text]) => text !== '')
          .map(([name, text]) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">{text}</dd>
            </div>
          ))}
      </dl>
      {isEditable && (
        <Button icon={Settings2} onClick={() => setIsOpen(true)}>
          <Trans>Edit terms</Trans>
        </Button>
      )}
      {isOpen && (
        <TermsDialog
          draft={card}
          record={record}
          isBusy={actions.isBusy}
          onClose={() => setIsOpen(false)}
          onSave={(next) => actions.put(next, () => setIsOpen(false))}
        />
      )}
    </div>
  )
}

/** Problems ahead: days without a version, the card's end, an expiring index, and the server's findings on the card. */
function Warnings({ record, doc, isDraft }: { record: RatePage; doc: RateCardDoc; isDraft: boolean }) {
  const dayText = useDayText()
  const general = isDraft ? [...(record.draft?.faults ?? []), ...(record.draft?.warnings ?? [])] : []
  const end = endOf(withDraft(record.versions, record.draft))
  const last = typeof end === 'string' ? dayText(end) : undefined
  return (
    <>
      <GapNotices record={record} />
      {last !== undefined && (
        <Notice icon={TriangleAlert}>
          <Trans>The card ends on {last}. No version follows.</Trans>
        </Notice>
      )}
      <IndexNotices doc={doc} />
      {general
        .filter(({ field }) => !field.startsWith('lines.'))
        .map(({ field, message }) => (
          <Notice key={`${field} ${message}`} icon={TriangleAlert} tone="amber">
            {message}
          </Notice>
        ))}
    </>
  )
}

/** Indexes used by the card that have ended or end soon. */
function IndexNotices({ doc }: { doc: RateCardDoc }) {
  const dayText = useDayText()
  const indexes = useQuery(priceIndexesQuery).data?.items ?? []
  const text = JSON.stringify(doc.lines)
  const used = indexes.filter(({ code }) => text.includes(`"index":${JSON.stringify(code)}`))
  const today = todayOf(new Date())
  return used.map((index) => {
    const { state, lastDay } = endOfIndex(index, today)
    if (state === 'LASTING') return null
    const { code } = index
    const last = lastDay === null ? '' : dayText(lastDay)
    return (
      <Notice key={code} icon={TriangleAlert} tone="amber">
        {state === 'EMPTY' ? (
          <Trans>Index {code} has no values yet.</Trans>
        ) : state === 'ENDED' ? (
          <Trans>
            Index {code} ended on {last}. Lines that use it fail from then on.
          </Trans>
        ) : (
          <Trans>
            Index {code} ends on {last}. Enter the next value in time.
          </Trans>
        )}
      </Notice>
    )
  })
}
