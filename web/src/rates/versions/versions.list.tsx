import type { RateVersion } from '@cartage/contract/rates/app/records'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { CodeStatus } from '../../records/code-status.tsx'
import { usePermission } from '../../session/permission.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { When } from '../../ui/time/when.tsx'
import { DaysText, useDayText } from '../days.tsx'
import { type RatePage, useRecordActions } from '../queries.ts'
import { versionBadges } from '../state.labels.ts'

/** Published versions of a record, which can be viewed and retired. */
export function VersionsList({ record, onShow }: { record: RatePage; onShow: (version: RateVersion) => void }) {
  const { t } = useLingui()
  const mayWrite = usePermission('rate.write')
  const [retired, setRetired] = useState<RateVersion>()
  return (
    <div className="max-w-[960px] p-4">
      <PlainTable<RateVersion>
        label={t`Versions`}
        rows={record.versions}
        keyOf={(one) => one.rate_version_id}
        isFaded={(one) => one.state === 'RETIRED'}
        columns={[
          { id: 'days', title: t`Valid`, cell: (one) => <DaysText days={one} /> },
          {
            id: 'state',
            title: t`Status`,
            width: 'w-32',
            cell: (one) => <CodeStatus badges={versionBadges} code={one.state} />,
          },
          { id: 'published', title: t`Published`, width: 'w-36', cell: (one) => <When instant={one.published_at} /> },
          {
            id: 'hash',
            title: t`Hash`,
            width: 'w-32',
            cell: ({ sha256 }) => (
              <code className="font-mono text-[11px] text-ink-3" title={sha256}>
                {sha256.slice(0, 12)}
              </code>
            ),
          },
          {
            id: 'actions',
            title: '',
            width: 'w-48',
            cell: (one) => (
              <span className="flex justify-end gap-1.5">
                <Button onClick={() => onShow(one)}>
                  <Trans>View</Trans>
                </Button>
                {mayWrite && one.state === 'PUBLISHED' && (
                  <Button onClick={() => setRetired(one)}>
                    <Trans>Retire…</Trans>
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
      {record.versions.length === 0 && (
        <p className="pt-3 text-ink-3">
          <Trans>Nothing published yet</Trans>
        </p>
      )}
      {retired && <RetireDialog record={record} version={retired} onClose={() => setRetired(undefined)} />}
    </div>
  )
}

function RetireDialog({ record, version, onClose }: { record: RatePage; version: RateVersion; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const dayText = useDayText()
  const { retire } = useRecordActions(record.rate_record_id)
  const first = dayText(version.valid_from)
  return (
    <ConfirmDialog
      isOpen
      title={t`Retire the version from ${first}?`}
      text={t`It is no longer used for new prices. Prices already calculated stay. This cannot be undone.`}
      verb={t`Retire`}
      isBusy={retire.isPending}
      onClose={onClose}
      onConfirm={() =>
        retire.mutate(version.rate_version_id, {
          onSuccess: () => {
            toasts.done(t`Version retired`)
            onClose()
          },
          onError: (error) => toasts.failed(failureOf(error)),
        })
      }
    />
  )
}
