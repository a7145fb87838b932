import type { BookingPeriod } from '@cartage/contract/books/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { ReasonDialog } from '../lists/reason.dialog.tsx'
import { usePermission } from '../session/permission.ts'
import { SettingsBody } from '../settings/page-body.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/form/select.tsx'
import { Lock } from '../ui/icons.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { StatusBadge } from '../ui/status.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { When } from '../ui/time/when.tsx'
import { todayOf } from '../ui/time/zone.ts'
import { LockOpen } from './icons.tsx'
import { useMonthName } from './month.ts'
import { periodsQuery, usePeriodActions } from './queries.ts'

// Loaded when it is opened.
const CloseDialog = lazy(async () => ({ default: (await import('./close.dialog.tsx')).CloseDialog }))

const periodsRoute = getRouteApi('/shell/settings/periods')

/** Accounting months of one billing entity, with actions to close and reopen them. */
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
  const { t } = useLingui()
  const monthName = useMonthName()
  const [asked, setAsked] = useState<BookingPeriod>()
  const [listed, setListed] = useState<BookingPeriod>()
  // Here and not in the dialog, which closes before the response arrives.
  const actions = useShownActions()
  const badges = {
    OPEN: { word: t({ message: 'Open', context: 'state' }), tone: 'green', icon: LockOpen },
    CLOSED: { word: t`Closed`, tone: 'grey', icon: Lock },
  } as const
  const nameOf = ({ month }: BookingPeriod) => monthName(month)
  return (
    <>
      <PlainTable<BookingPeriod>
        label={t`Booking periods`}
        rows={rows}
        keyOf={(one) => one.month}
        columns={[
          {
            id: 'month',
            title: t`Month`,
            width: 'w-36',
            cell: (one) => <span className="font-medium">{nameOf(one)}</span>,
          },
          {
            id: 'status',
            title: t`Status`,
            width: 'w-24',
            cell: (one) => <StatusBadge badge={badges[one.status]} />,
          },
          {
            id: 'changed',
            title: t`Updated`,
            width: 'w-36',
            cell: ({ changed_at }) => changed_at !== null && <When instant={changed_at} />,
          },
          { id: 'by', title: t`By`, cell: (one) => one.changed_by ?? '' },
          { id: 'reason', title: t`Reason`, cell: (one) => one.reason ?? '' },
          {
            id: 'actions',
            title: '',
            width: 'w-44',
            align: 'right',
            cell: (one) => (
              <PeriodButtons
                period={one}
                name={nameOf(one)}
                onOpen={() => setAsked(one)}
                onList={() => setListed(one)}
              />
            ),
          },
        ]}
      />
      {asked !== undefined && (
        <OpenDialog
          name={nameOf(asked)}
          onClose={() => setAsked(undefined)}
          onConfirm={(reason) => actions.open(asked, nameOf(asked), reason)}
        />
      )}
      {listed !== undefined && (
        <LateDialog>
          <CloseDialog
            period={listed}
            isClosing={actions.isClosing}
            onConfirm={() => actions.close(listed, nameOf(listed), () => setListed(undefined))}
            onClose={() => setListed(undefined)}
          />
        </LateDialog>
      )}
    </>
  )
}

/** Closes and reopens months, with a notification. */
function useShownActions() {
  const { t } = useLingui()
  const toasts = useToasts()
  const { close, open } = usePeriodActions()
  const onError = (error: Error) => toasts.failed(failureOf(error))
  return {
    isClosing: close.isPending,
    close({ billing_entity_id, month }: BookingPeriod, name: string, onClosed: () => void) {
      const onSuccess = () => {
        toasts.done(t`${name} is closed`)
        onClosed()
      }
      close.mutate({ billing_entity_id, month }, { onSuccess, onError })
    },
    open({ billing_entity_id, month }: BookingPeriod, name: string, reason: string) {
      open.mutate({ billing_entity_id, month, reason }, { onSuccess: () => toasts.done(t`${name} is open`), onError })
    },
  }
}

function PeriodButtons({
  period,
  name,
  onOpen,
  onList,
}: {
  period: BookingPeriod
  name: string
  onOpen: () => void
  onList: () => void
}) {
  const { t } = useLingui()
  const mayClose = usePermission('period.close')
  const mayOpen = usePermission('period.open')
  const isOver = period.month < todayOf(new Date()).slice(0, 7)
  if (period.status === 'CLOSED') {
    return (
      <div className="flex justify-end gap-1.5">
        {mayClose && (
          <Button variant="ghost" onClick={onList} aria-label={t`Late documents of ${name}`}>
            <Trans>Late documents</Trans>
          </Button>
        )}
        {mayOpen && (
          <Button onClick={onOpen} aria-label={t`Open ${name} again`}>
            <Trans>Open again</Trans>
          </Button>
        )}
      </div>
    )
  }
  if (!mayClose || !isOver) return null
  return (
    <div className="flex justify-end">
      <Button onClick={onList} aria-label={t`Close ${name}`}>
        <Trans>Close month</Trans>
      </Button>
    </div>
  )
}

function OpenDialog({
  name,
  onConfirm,
  onClose,
}: {
  name: string
  onConfirm: (reason: string) => void
  onClose: () => void
}) {
  const { t } = useLingui()
  return (
    <ReasonDialog
      isOpen
      title={t`Open ${name} again?`}
      text={t`The reason is kept in the audit trail.`}
      verb={t`Open again`}
      onClose={onClose}
      onConfirm={(reason) => {
        onConfirm(reason)
        onClose()
      }}
    />
  )
}
