import type { BookingPeriod } from '@cartage/contract/books/app'
import type { ErrorItem } from '@cartage/contract/errors'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { ReasonDialog } from '../lists/reason.dialog.tsx'
import { usePermission } from '../session/permission.ts'
import { SettingsBody } from '../settings/page-body.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/form/select.tsx'
import { Lock, LockOpen } from '../ui/icons.tsx'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { StatusBadge } from '../ui/status.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { When } from '../ui/time/when.tsx'
import { periodsQuery, usePeriodActions } from './queries.ts'

// Loaded when it is opened.
const HeldDialog = lazy(async () => ({ default: (await import('./held.dialog.tsx')).HeldDialog }))

const periodsRoute = getRouteApi('/shell/settings/periods')

/** The months of the books of one billing entity, to be closed and opened again. */
export function PeriodsPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const query = useQuery(periodsQuery)
  const all = query.data?.items
  const entities = new Map(all?.map((one) => [one.billing_entity_code, one.billing_entity_name]))
  const { entity } = periodsRoute.useSearch()
  const shown = entity !== undefined && entities.has(entity) ? entity : entities.keys().next().value
  return (
    <SettingsBody
      title={t`Booking periods`}
      text={<Trans>Nothing can be booked in a closed month.</Trans>}
      permission="book.read"
      actions={
        entities.size > 1 && (
          <Select
            label={t`Billing entity`}
            className="w-56"
            choices={[...entities].map(([value, label]) => ({ value, label }))}
            value={shown ?? null}
            onChange={(code) => void navigate({ to: '/settings/periods', search: { entity: code }, replace: true })}
          />
        )
      }
    >
      {query.error !== null && all === undefined ? (
        <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
      ) : (
        <PeriodsTable rows={all?.filter((one) => one.billing_entity_code === shown)} />
      )}
    </SettingsBody>
  )
}

function PeriodsTable({ rows }: { rows: readonly BookingPeriod[] | undefined }) {
  const { t, i18n } = useLingui()
  const [asked, setAsked] = useState<BookingPeriod>()
  const [held, setHeld] = useState<{ name: string; items: readonly ErrorItem[] }>()
  // Here and not in the dialog, which is closed before the answer is there.
  const actions = usePeriodActions()
  const badges = {
    OPEN: { word: t`Open`, tone: 'green', icon: LockOpen },
    CLOSED: { word: t`Closed`, tone: 'grey', icon: Lock },
  } as const
  const nameOf = ({ month }: BookingPeriod) =>
    i18n.date(new Date(`${month}-01T00:00:00Z`), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <>
      <PlainTable<BookingPeriod>
        label={t`Booking periods`}
        rows={rows}
        keyOf={(one) => one.month}
        columns={[
          { id: 'month', title: t`Month`, cell: (one) => <span className="font-medium">{nameOf(one)}</span> },
          {
            id: 'status',
            title: t`Status`,
            width: 'w-32',
            cell: (one) => <StatusBadge badge={badges[one.status]} />,
          },
          {
            id: 'changed',
            title: t`Updated`,
            width: 'w-44',
            cell: ({ changed_at }) => changed_at !== null && <When instant={changed_at} />,
          },
          { id: 'by', title: t`By`, cell: (one) => one.changed_by ?? '' },
          { id: 'reason', title: t`Reason`, cell: (one) => one.reason ?? '' },
          {
            id: 'actions',
            title: '',
            width: 'w-28',
            cell: (one) => <PeriodButton period={one} name={nameOf(one)} onAsk={() => setAsked(one)} />,
          },
        ]}
      />
      {asked !== undefined && (
        <PeriodDialog
          period={asked}
          name={nameOf(asked)}
          actions={actions}
          onHeld={(items) => setHeld({ name: nameOf(asked), items })}
          onClose={() => setAsked(undefined)}
        />
      )}
      {held !== undefined && (
        <Suspense>
          <HeldDialog {...held} onClose={() => setHeld(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function PeriodButton({ period, name, onAsk }: { period: BookingPeriod; name: string; onAsk: () => void }) {
  const { t } = useLingui()
  const mayClose = usePermission('period.close')
  const mayOpen = usePermission('period.open')
  const isOver = period.month < new Date().toISOString().slice(0, 7)
  if (period.status === 'CLOSED') {
    return mayOpen ? (
      <Button onClick={onAsk} aria-label={t`Open ${name} again`}>
        <Trans>Open again</Trans>
      </Button>
    ) : null
  }
  if (!mayClose || !isOver) return null
  return (
    <Button onClick={onAsk} aria-label={t`Close ${name}`}>
      <Trans>Close month</Trans>
    </Button>
  )
}

function PeriodDialog({
  period,
  name,
  actions: { close, open },
  onHeld,
  onClose,
}: {
  period: BookingPeriod
  name: string
  actions: ReturnType<typeof usePeriodActions>
  /** Documents keep the month open. */
  onHeld: (items: readonly ErrorItem[]) => void
  onClose: () => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { billing_entity_id, month, status, billing_entity_name: entity } = period
  const onError = (error: Error) => toasts.failed(failureOf(error))
  const onRefused = (error: Error) => {
    const { code, items } = failureOf(error)
    if (code === 'period_held') onHeld(items)
    else onError(error)
  }
  if (status === 'CLOSED') {
    return (
      <ReasonDialog
        isOpen
        title={t`Open ${name} again?`}
        text={t`The reason is kept in the audit trail.`}
        verb={t`Open again`}
        onClose={onClose}
        onConfirm={(reason) => {
          const onSuccess = () => toasts.done(t`${name} is open`)
          open.mutate({ billing_entity_id, month, reason }, { onSuccess, onError })
          onClose()
        }}
      />
    )
  }
  return (
    <ConfirmDialog
      isOpen
      title={t`Close ${name}?`}
      text={t`Nothing can be booked in this month of ${entity} afterwards. Only a Super admin can open it again.`}
      verb={t`Close month`}
      onClose={onClose}
      onConfirm={() => {
        const onSuccess = () => toasts.done(t`${name} is closed`)
        close.mutate({ billing_entity_id, month }, { onSuccess, onError: onRefused })
        onClose()
      }}
    />
  )
}
