import type { RateCardDoc } from '@cartage/contract/rates/app/rate-card'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { useLabels } from '../../records/code-labels.ts'
import { Loaded } from '../../records/loaded.tsx'
import { usePermission } from '../../session/permission.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CopyPlus, MoreHorizontal, Trash2, Upload } from '../../ui/icons.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx'
import { RecordFrame, type RecordTab, RecordTabs } from '../../ui/page/record-frame.tsx'
import type { CardTab } from '../address.ts'
import { Braces } from '../icons.tsx'
import { RecordState } from '../list.columns.tsx'
import { historyQuery, type RatePage, recordQuery } from '../queries.ts'
import { sideLabels } from '../state.labels.ts'
import { useVoice } from '../use-voice.ts'
import { VersionSelect } from '../versions/version-select.tsx'
import { VersionsList } from '../versions/versions.list.tsx'
import type { CardDraft } from './card-doc.ts'
import { type ShownCard, useDraftActions, useShownCard } from './use-card.ts'

// Loaded on first use.
const HistoryTab = lazy(async () => ({ default: (await import('../../audit/history.list.tsx')).HistoryTab }))
const NewVersionDialog = lazy(async () => ({
  default: (await import('../versions/create.dialog.tsx')).NewVersionDialog,
}))
const DiscardDialog = lazy(async () => ({ default: (await import('../versions/discard.dialog.tsx')).DiscardDialog }))
const PublishDialog = lazy(async () => ({ default: (await import('../versions/publish.dialog.tsx')).PublishDialog }))
const TextDialog = lazy(async () => ({ default: (await import('./text.dialog.tsx')).TextDialog }))
const PricesTab = lazy(async () => ({ default: (await import('./prices.tab.tsx')).PricesTab }))
const ReplayTab = lazy(async () => ({ default: (await import('../replay/replay.tab.tsx')).ReplayTab }))
const ChangesTab = lazy(async () => ({ default: (await import('./changes.tab.tsx')).ChangesTab }))

const cardRoute = getRouteApi('/shell/rates/cards/$recordId')

/** One rate card: its lines with the test bench, the changes of the draft, and its versions. */
export function RateCardPage() {
  const { recordId } = cardRoute.useParams()
  const query = useQuery(recordQuery(recordId))
  const { t } = useLingui()
  usePageTitle(query.data?.name ?? t`Rate card`)
  if (query.data === undefined) {
    return (
      <RecordFrame list={{ to: '/rates', title: t`Rate cards` }} name={undefined}>
        <Loaded query={query}>{() => null}</Loaded>
      </RecordFrame>
    )
  }
  return <Card record={query.data} />
}

function Card({ record }: { record: RatePage }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const side = useLabels(sideLabels)
  const { tab = 'prices', version } = cardRoute.useSearch()
  const shown = useShownCard(record, version)
  const params = { recordId: record.rate_record_id }
  const to = '/rates/cards/$recordId'
  const show = (name: string | undefined) => void navigate({ to, params, search: { version: name }, replace: true })
  const choose = (value: CardTab) => void navigate({ to, params, search: { tab: value, version }, replace: true })
  const tabs = useTabs(record, shown, show)
  return (
    <RecordFrame
      list={{ to: '/rates', title: t`Rate cards` }}
      name={record.name}
      copies={{ text: record.code, label: t`Copy code` }}
      status={
        <span className="flex items-center gap-2">
          <RecordState record={record} />
          <span className="text-ink-3">
            {side(record.side ?? '')} · {record.currency}
          </span>
          <VersionSelect record={record} value={shown.name} onChange={show} />
        </span>
      }
      actions={
        shown.card && <Actions record={record} card={shown.card} shown={shown} onDraft={() => show(undefined)} />
      }
    >
      <RecordTabs tabs={tabs} value={tab} onChange={choose} />
    </RecordFrame>
  )
}

function useTabs(
  record: RatePage,
  shown: ReturnType<typeof useShownCard>,
  show: (name: string | undefined) => void,
): RecordTab<CardTab>[] {
  const { t } = useLingui()
  const mayWrite = usePermission('rate.write')
  const voice = useVoice(record.currency ?? 'EUR')
  const replay = {
    value: 'replay' as const,
    title: t`Replay`,
    panel: <ReplayTab key={record.updated_at} record={record} />,
  }
  return [
    {
      value: 'prices',
      title: t`Prices`,
      panel: <PricesTab record={record} shown={shown} voice={voice} />,
    },
    ...(record.draft === null
      ? []
      : [
          {
            value: 'changes' as const,
            title: t`Changes`,
            panel: <ChangesTab record={record} draft={record.draft.doc as RateCardDoc} voice={voice} />,
          },
          ...(mayWrite ? [replay] : []),
        ]),
    {
      value: 'versions',
      title: t`Versions`,
      count: record.versions.length,
      panel: <VersionsList record={record} onShow={(one) => show(one.rate_version_id)} />,
    },
    {
      value: 'history',
      title: t`History`,
      panel: <HistoryTab options={historyQuery(record.rate_record_id)} />,
    },
  ]
}

type Asked = 'publish' | 'version' | 'text' | 'discard'

function Actions({
  record,
  card,
  shown,
  onDraft,
}: {
  record: RatePage
  card: CardDraft
  shown: ShownCard
  onDraft: () => void
}) {
  const { t } = useLingui()
  const mayWrite = usePermission('rate.write')
  const [asked, setAsked] = useState<Asked>()
  const drafting = useDraftActions(record, card)
  const close = () => setAsked(undefined)
  if (!mayWrite) return null
  const hasDraft = record.draft !== null
  return (
    <>
      {hasDraft ? (
        <Button variant="brand" icon={Upload} onClick={() => setAsked('publish')}>
          <Trans>Publish…</Trans>
        </Button>
      ) : (
        record.versions.length > 0 && (
          <Button variant="brand" icon={CopyPlus} onClick={() => setAsked('version')}>
            <Trans>New version</Trans>
          </Button>
        )
      )}
      <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More`} />}>
        <MenuItem icon={Braces} disabled={!shown.isEditable} onSelect={() => setAsked('text')}>
          <Trans>Edit as text…</Trans>
        </MenuItem>
        <MenuItem icon={Trash2} isDangerous disabled={!hasDraft} onSelect={() => setAsked('discard')}>
          <Trans>Discard draft…</Trans>
        </MenuItem>
      </Menu>
      {asked === 'publish' && (
        <LateDialog>
          <PublishDialog record={record} onClose={close} />
        </LateDialog>
      )}
      {asked === 'version' && (
        <LateDialog>
          <NewVersionDialog
            isBusy={drafting.isBusy}
            onClose={close}
            onStart={(days) =>
              drafting.put({ ...card, ...days }, () => {
                close()
                onDraft()
              })
            }
          />
        </LateDialog>
      )}
      {asked === 'text' && (
        <LateDialog>
          <TextDialog
            doc={card.doc}
            isBusy={drafting.isBusy}
            onClose={close}
            onSave={(doc) => drafting.put({ ...card, doc }, close)}
          />
        </LateDialog>
      )}
      {asked === 'discard' && (
        <LateDialog>
          <DiscardDialog record={record} onClose={close} />
        </LateDialog>
      )}
    </>
  )
}
