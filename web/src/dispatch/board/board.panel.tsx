import type { CarrierStanding } from '@cartage/contract/dispatch/app/answers'
import type { DispatchBoardRow } from '@cartage/contract/dispatch/app/board'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { Loaded } from '../../records/loaded.tsx'
import { usePermission } from '../../session/permission.ts'
import { Button } from '../../ui/button.tsx'
import { Phone, Send } from '../../ui/icons.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { Section, SidePanel } from '../../ui/overlay/side-panel.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { When } from '../../ui/time/when.tsx'
import { Partner } from '../partner.tsx'
import { tripAnswerQuery, tripDispatchesQuery, useDispatchAction } from '../queries.ts'
import { StandingBadge } from './labels.tsx'

// Loaded when it is opened.
const AnswerDialog = lazy(async () => ({ default: (await import('../answer.dialog.tsx')).AnswerDialog }))

/** One trip of the board: state and answer, actions, and all messages with their changes. */
export function BoardPanel({
  tripId,
  row,
  onClose,
}: {
  tripId: string
  /** Undefined while loading, or if the filters exclude it. */
  row: DispatchBoardRow | undefined
  onClose: () => void
}) {
  const { t } = useLingui()
  const standing = useQuery(tripAnswerQuery(tripId)).data?.standing ?? null
  const dispatches = useQuery(tripDispatchesQuery(tripId))
  return (
    <SidePanel
      isWide
      label={t`Dispatch`}
      title={
        <>
          <span className="tnum truncate">{row?.trip_name}</span>
          {(row ?? standing) && <StandingBadge row={(row ?? standing)!} />}
        </>
      }
      onClose={onClose}
    >
      <Section>
        <PanelActions tripId={tripId} name={row?.trip_name ?? ''} standing={standing} row={row} />
      </Section>
      {standing !== null && <AnswerSection standing={standing} />}
      <Section title={t`Messages`}>
        <Loaded query={dispatches}>
          {({ items }) =>
            items.length === 0 ? (
              <p className="text-ink-3">
                <Trans>Not dispatched yet</Trans>
              </p>
            ) : (
              <div className="grid gap-3">
                {items.map((one) => (
                  <Partner key={one.dispatch_id} dispatch={one} />
                ))}
              </div>
            )
          }
        </Loaded>
      </Section>
    </SidePanel>
  )
}

function PanelActions({
  tripId,
  name,
  standing,
  row,
}: {
  tripId: string
  name: string
  standing: CarrierStanding | null
  row: DispatchBoardRow | undefined
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const maySend = usePermission('dispatch.write')
  const mayPlan = usePermission('trip.write')
  const action = useDispatchAction(tripId)
  const [isOpen, setIsOpen] = useState(false)
  const isSendable = row === undefined || row.trip_status === 'PLANNED' || row.trip_status === 'IN_PROGRESS'
  const send = () =>
    action.mutate(
      { kind: 'send', destinationId: null },
      {
        onSuccess: () => toasts.done(t`Trip ${name} dispatched`),
        onError: (error) => toasts.failed(failureOf(error)),
      },
    )
  return (
    <div className="flex flex-wrap gap-2">
      {maySend && isSendable && (
        <Button variant="brand" icon={Send} onClick={send} isBusy={action.isPending}>
          {row?.revision == null ? <Trans>Dispatch</Trans> : <Trans>Send changes</Trans>}
        </Button>
      )}
      {maySend && standing?.can_answer && (
        <Button icon={Phone} onClick={() => setIsOpen(true)}>
          <Trans>Enter answer…</Trans>
        </Button>
      )}
      {mayPlan && (
        <Link to="/planning" search={{ find: name }} className="btn btn-outline">
          <Trans>Reassign on the board</Trans>
        </Link>
      )}
      <Link to="/trips/$tripId" params={{ tripId }} className="btn btn-outline">
        <Trans>Open trip</Trans>
      </Link>
      {isOpen && standing !== null && (
        <LateDialog>
          <AnswerDialog
            tripId={tripId}
            company={standing.company_name}
            answer={standing.answer}
            hasStarted={row?.trip_status === 'IN_PROGRESS'}
            onClose={() => setIsOpen(false)}
          />
        </LateDialog>
      )}
    </div>
  )
}

function AnswerSection({ standing: { company_id, company_name, answer, answer_by } }: { standing: CarrierStanding }) {
  const { t } = useLingui()
  return (
    <Section>
      <Properties>
        <Property name={t`Carrier`}>
          <Link
            to="/companies/$companyId"
            params={{ companyId: company_id }}
            className="underline-offset-2 hover:underline"
          >
            {company_name}
          </Link>
        </Property>
        {answer === null ? (
          <Property name={t`Answer by`}>{answer_by !== null && <When instant={answer_by} />}</Property>
        ) : (
          <>
            <Property name={t`Answered`}>
              <When instant={answer.answered_at} />
              {answer.answered_by !== null && <span className="text-ink-3"> · {answer.answered_by}</span>}
            </Property>
            {answer.reason !== null && <Property name={t`Reason`}>{answer.reason}</Property>}
            {answer.plate !== null && <Property name={t`Licence plate`}>{answer.plate}</Property>}
            {answer.driver_name !== null && <Property name={t`Driver`}>{answer.driver_name}</Property>}
          </>
        )}
      </Properties>
    </Section>
  )
}
