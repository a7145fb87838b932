import type { RecentUpload } from '@cartage/contract/app/start'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureOf } from '../api/failure.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { PackageOpen } from '../ui/icons.tsx'
import { CommandLines, EmptyState } from '../ui/page/empty-state.tsx'
import { StatusBadge } from '../ui/status.tsx'
import { cellClass, ListPanel } from '../ui/table/list-panel.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { tookTime } from '../ui/time/time-text.ts'
import { operationWord, uploadBadge } from '../uploads/status.words.ts'
import { tokenCommand, uploadCommand } from './first-call.ts'

const widths = ['', 'w-[118px]', 'w-[92px]', 'w-[92px]', 'w-[122px] text-right']

/** The tenant's last order uploads. */
export function UploadsPanel({ query }: { query: UseQueryResult<{ items: RecentUpload[] }> }) {
  const { t } = useLingui()
  const titles = [t`Reference ID`, t`Status`, t`Operation`, t`Order`, t({ message: 'Accepted', context: 'when' })]
  return (
    <ListPanel
      title={t`Order uploads`}
      more={
        <Link to="/uploads" className="text-[12px] font-medium text-brand-ink underline-offset-2 hover:underline">
          <Trans>All uploads</Trans>
        </Link>
      }
      count={query.data?.items.length}
      columns={titles.map((title, index) => ({ title, className: widths[index]! }))}
      failure={query.error === null ? undefined : failureOf(query.error)}
      updatedAt={query.dataUpdatedAt}
      onRetry={() => query.refetch()}
      empty={<NoUploads />}
    >
      {query.data?.items.map((upload) => (
        <UploadRow key={upload.upload_id} upload={upload} />
      ))}
    </ListPanel>
  )
}

function UploadRow({ upload }: { upload: RecentUpload }) {
  const { t } = useLingui()
  const hasErrors = upload.errors.length > 0
  return (
    <>
      <tr className={`group h-(--row) hover:bg-hover ${hasErrors ? '' : 'border-b border-line'}`}>
        <td className={cellClass}>
          <div className="flex h-6 items-center gap-1">
            <Link
              to="/uploads"
              search={{ peek: upload.upload_id }}
              className="tnum truncate font-semibold underline-offset-2 hover:underline"
              title={upload.order_identifier}
            >
              {upload.order_identifier}
            </Link>
            <CopyButton
              text={upload.upload_id}
              label={t`Copy upload ID of ${upload.order_identifier}`}
              className="shrink-0 opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
            />
          </div>
        </td>
        <td className={cellClass}>
          <StatusBadge badge={uploadBadge(upload.upload_status)} title={durationOf(upload)} />
        </td>
        <td className={`${cellClass} text-ink-2`}>{operationWord(upload.operation)}</td>
        <td className={`${cellClass} tnum truncate`} title={upload.order_id ?? undefined}>
          {upload.order_name ?? <span className="text-ink-3">—</span>}
        </td>
        <td className={`${cellClass} text-right text-ink-2`}>
          <RelativeTime instant={upload.accepted_at} />
        </td>
      </tr>
      {hasErrors && (
        <tr className="border-b border-line">
          <td colSpan={widths.length} className={`${cellClass} pb-2 text-[12px] leading-4 text-red`}>
            {upload.errors.map((message) => (
              <p key={message} className="[overflow-wrap:anywhere]">
                {message}
              </p>
            ))}
          </td>
        </tr>
      )}
    </>
  )
}

function durationOf(upload: RecentUpload): string | undefined {
  if (upload.finished_at === null) return undefined
  const took = tookTime(new Date(upload.accepted_at), new Date(upload.finished_at))
  return t`Finished in ${took}`
}

function NoUploads() {
  const { t } = useLingui()
  const origin = window.location.origin
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <EmptyState
        icon={PackageOpen}
        title={t`No uploads yet`}
        text={t`Set CLIENT_ID and CLIENT_SECRET to those of an API client, then send an order. It appears here as soon as it is accepted.`}
      >
        <CommandLines label={t`1. Get a token`} text={tokenCommand(origin)} />
        <CommandLines label={t`2. Send an order`} text={uploadCommand(origin, new Date())} />
      </EmptyState>
    </div>
  )
}
