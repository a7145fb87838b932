import type { UnpostedDocument } from '@cartage/contract/accounting/app/periods'
import type { BookingPeriod } from '@cartage/contract/books/app'
import type { BulkAnswer } from '@cartage/contract/listing'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { BulkResults, type RejectedRow } from '../lists/bulk-results.tsx'
import type { CodeBadge } from '../records/code-badge.ts'
import { CodeStatus } from '../records/code-status.tsx'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { CircleAlert, CircleDot, CircleX, FilePen, Hourglass } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { useAmountText } from './amount.tsx'
import { useMonthName } from './month.ts'
import { carryOver, postDocuments, unpostedQuery, useUnpostedChange } from './queries.ts'

const badges: Readonly<Record<UnpostedDocument['state'], CodeBadge>> = {
  DRAFT: { word: msg`Draft`, tone: 'grey', icon: FilePen },
  NOT_POSTED: { word: msg`Not posted`, tone: 'amber', icon: CircleAlert },
  WAITING: { word: msg`Waiting`, tone: 'amber', icon: Hourglass },
  TODO: { word: msg`To do`, tone: 'blue', icon: CircleDot },
  FAILED: { word: msg`Failed`, tone: 'red', icon: CircleX },
}

/**
 * Closes a month: first lists the documents that block it, to be posted or carried over to the next month. A closed
 * month has only late documents, which can be carried over too.
 */
export function CloseDialog({
  period,
  isClosing,
  onConfirm,
  onClose,
}: {
  period: BookingPeriod
  /** The month is being closed. */
  isClosing: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const { t } = useLingui()
  const nameOf = useMonthName()
  const query = useQuery(unpostedQuery(period))
  const { items = [], total = 0 } = query.data ?? {}
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const name = nameOf(period.month)
  const isOpen = period.status === 'OPEN'
  const ticked = items.filter(({ invoice_id }) => chosen.has(invoice_id))
  const isEmpty = query.data !== undefined && total === 0
  return (
    <Dialog
      isOpen
      onClose={onClose}
      className={isEmpty ? 'w-[440px]' : 'w-[820px]'}
      title={isOpen ? t`Close ${name}?` : t`Late documents of ${name}`}
      text={<CloseText period={period} total={query.data?.total} />}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Back</Trans>
          </Button>
          {!isEmpty && query.data !== undefined && (
            <ChosenActions
              chosen={ticked}
              month={nameOf(query.data.carry_over_to)}
              onDone={() => setChosen(new Set())}
            />
          )}
          {isOpen && (
            <Button variant="danger" onClick={onConfirm} isBusy={isClosing} disabled={!isEmpty}>
              <Trans>Close month</Trans>
            </Button>
          )}
        </>
      }
    >
      {query.error !== null && <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />}
      {!isEmpty && query.error === null && <Documents rows={query.data?.items} chosen={chosen} onChoose={setChosen} />}
    </Dialog>
  )
}

function CloseText({ period, total }: { period: BookingPeriod; total: number | undefined }) {
  const entity = period.billing_entity_name
  if (total === undefined) return <Trans>Checking the documents of {entity}…</Trans>
  if (total > 0) {
    return (
      <Plural
        value={total}
        one="# document is not posted. Post it, or carry it over to a later month."
        other="# documents are not posted. Post them, or carry them over to a later month."
      />
    )
  }
  if (period.status === 'CLOSED') return <Trans>All documents of the month are posted.</Trans>
  return (
    <Trans>Nothing can be booked in this month of {entity} afterwards. Only a Super admin can open it again.</Trans>
  )
}

function Documents({
  rows,
  chosen,
  onChoose,
}: {
  rows: readonly UnpostedDocument[] | undefined
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}) {
  const { t } = useLingui()
  const textOf = useAmountText()
  const count = rows?.filter(({ invoice_id }) => chosen.has(invoice_id)).length ?? 0
  const isAll = rows !== undefined && count === rows.length
  return (
    <div className="grid gap-2">
      {rows !== undefined && (
        <div className="flex items-center gap-2">
          <Checkbox
            label={t`All documents`}
            isOn={isAll}
            isPart={count > 0 && !isAll}
            onChange={(isOn) => onChoose(new Set(isOn ? rows.map(({ invoice_id }) => invoice_id) : []))}
          />
          <span className="tnum text-ink-2">
            <Trans>{count} selected</Trans>
          </span>
        </div>
      )}
      <PlainTable<UnpostedDocument>
        label={t`Documents that are not posted`}
        rows={rows}
        keyOf={({ invoice_id }) => invoice_id}
        columns={[
          {
            id: 'choice',
            title: '',
            width: 'w-10',
            cell: ({ invoice_id, name }) => (
              <Checkbox
                label={name ?? t`Draft`}
                isOn={chosen.has(invoice_id)}
                onChange={() =>
                  onChoose(
                    new Set(
                      [...chosen].filter((id) => id !== invoice_id).concat(chosen.has(invoice_id) ? [] : [invoice_id]),
                    ),
                  )
                }
              />
            ),
          },
          { id: 'document', title: t`Document`, width: 'w-40', cell: (row) => <DocumentLink document={row} /> },
          { id: 'company', title: t`Company`, cell: (row) => row.company_name },
          {
            id: 'state',
            title: t`Status`,
            width: 'w-32',
            cell: (row) => <CodeStatus badges={badges} code={row.state} />,
          },
          {
            id: 'todo',
            title: t`Next step`,
            width: 'w-60',
            cell: (row) => <span className="text-ink-2">{row.message}</span>,
          },
          {
            id: 'total',
            title: t`Total`,
            width: 'w-28',
            align: 'right',
            cell: (row) => <span className="tnum">{textOf(row.total, row.currency)}</span>,
          },
        ]}
      />
    </div>
  )
}

function DocumentLink({ document: { invoice_id, name, kind } }: { document: UnpostedDocument }) {
  const { t } = useLingui()
  const page = kind.startsWith('PURCHASE') ? `/purchases/${invoice_id}` : `/invoices/${invoice_id}`
  return (
    <Link to={page as '/'} className="font-medium text-brand-ink hover:underline">
      {name ?? t`Draft`}
    </Link>
  )
}

/** Actions for the selected documents; each has its own result. */
function ChosenActions({
  chosen,
  month,
  onDone,
}: {
  chosen: readonly UnpostedDocument[]
  month: string
  onDone: () => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const mayPost = usePermission('task.write')
  const change = useUnpostedChange()
  const [rejected, setRejected] = useState<readonly RejectedRow[]>([])
  const toPost = chosen.filter(({ state }) => state === 'NOT_POSTED')
  const idsOf = (rows: readonly UnpostedDocument[]) => rows.map(({ invoice_id }) => invoice_id)
  function run(work: () => Promise<BulkAnswer>) {
    change.mutate(work, {
      onSuccess: ({ items }) => {
        const done = items.filter((item) => item.is_done).length
        if (done > 0) toasts.done(t`${done} of ${items.length} done`)
        const nameOf = (id: string) => chosen.find(({ invoice_id }) => invoice_id === id)?.name ?? t`Draft`
        const left = items.filter((item) => !item.is_done)
        setRejected(left.map(({ id, message }) => ({ key: id, label: nameOf(id), message: message ?? '' })))
        onDone()
      },
      onError: (error) => toasts.failed(failureOf(error)),
    })
  }
  return (
    <>
      {mayPost && (
        <Button
          disabled={toPost.length === 0 || change.isPending}
          onClick={() => run(() => postDocuments(idsOf(toPost)))}
        >
          <Trans>Post</Trans>
        </Button>
      )}
      <Button disabled={chosen.length === 0 || change.isPending} onClick={() => run(() => carryOver(idsOf(chosen)))}>
        <Trans>Carry over to {month}</Trans>
      </Button>
      <BulkResults rejected={rejected} onClose={() => setRejected([])} />
    </>
  )
}
