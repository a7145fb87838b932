import { mostCounted, type RetentionCount, type RetentionRun, retentionKinds } from '@cartage/contract/retention/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { Loaded } from '../records/loaded.tsx'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { Trash2, TriangleAlert } from '../ui/icons.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { When } from '../ui/time/when.tsx'
import { kindLabels, personLabels } from './labels.ts'
import { previewQuery, runsQuery, useRetentionActions } from './queries.ts'

// Loaded on first use.
const PurgeDialog = lazy(async () => ({ default: (await import('./purge.dialog.tsx')).PurgeDialog }))

/** What a purge would remove now, and the results of the last ones. */
export function PurgeSection() {
  const { t } = useLingui()
  const preview = useQuery(previewQuery)
  const runs = useQuery(runsQuery)
  return (
    <>
      <section className="grid gap-3 border-t border-line pt-5" aria-label={t`Next purge`}>
        <div className="flex items-start gap-4">
          <h3 className="flex-1 font-semibold">
            <Trans>Next purge</Trans>
          </h3>
          {preview.data && <PurgeButton items={preview.data.items} />}
        </div>
        <Loaded query={preview}>{({ items }) => <Preview items={items} />}</Loaded>
      </section>
      <section className="grid gap-3 border-t border-line pt-5" aria-label={t`Purges`}>
        <h3 className="font-semibold">
          <Trans>Purges</Trans>
        </h3>
        <Loaded query={runs}>{({ items }) => <Runs runs={items} />}</Loaded>
      </section>
    </>
  )
}

function PurgeButton({ items }: { items: readonly RetentionCount[] }) {
  const mayWrite = usePermission('setting.write')
  const { purge } = useRetentionActions()
  const [isOpen, setOpen] = useState(false)
  const rows = items.reduce((sum, item) => sum + item.rows, 0)
  if (!mayWrite) return null
  return (
    <>
      <Button icon={Trash2} disabled={rows === 0} isBusy={purge.isPending} onClick={() => setOpen(true)}>
        <Trans>Purge now</Trans>
      </Button>
      {isOpen && (
        <LateDialog>
          <PurgeDialog rows={rows} purge={purge} onClose={() => setOpen(false)} />
        </LateDialog>
      )}
    </>
  )
}

function Preview({ items }: { items: readonly RetentionCount[] }) {
  const { t, i18n } = useLingui()
  return (
    <PlainTable<RetentionCount>
      label={t`What a purge would remove`}
      rows={items}
      keyOf={(item) => item.kind}
      columns={[
        { id: 'kind', title: t`Data`, cell: ({ kind }) => t(kindLabels[kind]) },
        {
          id: 'days',
          title: t`Kept for`,
          width: 'w-40',
          cell: ({ days }) =>
            days === null ? (
              <Trans>No end</Trans>
            ) : (
              i18n.number(days, { style: 'unit', unit: 'day', unitDisplay: 'long' })
            ),
        },
        {
          id: 'rows',
          title: t`Older rows`,
          width: 'w-32',
          align: 'right',
          cell: ({ rows }) => (
            <span className="tnum">{rows < mostCounted ? i18n.number(rows) : t`${i18n.number(rows)} or more`}</span>
          ),
        },
      ]}
    />
  )
}

function Runs({ runs }: { runs: readonly RetentionRun[] }) {
  const { t } = useLingui()
  const failure = runs.find((run) => run.failure !== null)?.failure
  if (runs.length === 0) {
    return (
      <p className="text-ink-3">
        <Trans>None yet. The first is a day after the organisation was created.</Trans>
      </p>
    )
  }
  return (
    <>
      {failure !== undefined && (
        <Notice icon={TriangleAlert} tone="amber">
          <Trans>The purge failed and is tried again: {failure}</Trans>
        </Notice>
      )}
      <PlainTable<RetentionRun>
        label={t`Purges`}
        rows={runs}
        keyOf={(run) => run.run_id}
        columns={[
          { id: 'at', title: t`Started`, width: 'w-40', cell: (run) => <When instant={run.started_at} isPlain /> },
          { id: 'by', title: t`By`, width: 'w-40', cell: (run) => <Actor run={run} /> },
          {
            id: 'what',
            title: t`What`,
            width: 'w-40',
            cell: ({ person_type }) => (person_type === null ? t`Older data` : t(personLabels[person_type])),
          },
          { id: 'counts', title: t`Removed`, cell: (run) => <Counts run={run} /> },
        ]}
      />
    </>
  )
}

function Actor({ run: { actor_kind, actor_name } }: { run: RetentionRun }) {
  if (actor_kind === 'operator') return <Trans>Operator</Trans>
  if (actor_kind === 'system') return <Trans>Daily purge</Trans>
  return actor_name ?? '—'
}

function Counts({ run: { counts, finished_at } }: { run: RetentionRun }) {
  const { t, i18n } = useLingui()
  const parts = retentionKinds.flatMap((kind) =>
    counts[kind] ? [`${t(kindLabels[kind])} ${i18n.number(counts[kind])}`] : [],
  )
  const text = parts.join(' · ')
  if (finished_at === null) return <Trans>In progress: {text}</Trans>
  return text || <Trans>Nothing</Trans>
}
